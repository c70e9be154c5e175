// Generated from docs/openapi.json by `npm run generate`.
export interface paths {
    "/api/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions
         * @description Needs a key with scope `read`.
         */
        get: operations["listTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a transaction
         * @description Finds the hash in the workspace, else on the chain. Needs a key with scope `read`.
         */
        get: operations["lookupTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export transactions as CSV
         * @description Streams all transactions that the filters find. Needs a key with scope `read`.
         */
        get: operations["exportTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a transaction
         * @description A historical transaction becomes a record of a wallet. Needs a key with scope `write`.
         */
        post: operations["importTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/{id}/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the decisions
         * @description Says for each rule why it made an alert of the transaction, or why not. Needs a key with scope `read`.
         */
        get: operations["listDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports
         * @description Those of the last week. Needs a key with scope `read`.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Create an export
         * @description Writes all transactions that the filters find into a gzip CSV, however many they are. Needs a key with scope `write`.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an export
         * @description With its progress, and the URL of its file. Needs a key with scope `read`.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/exports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an export
         * @description What a running export has written is deleted. Needs a key with scope `write`.
         */
        post: operations["cancelExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transaction
         * @description Needs a key with scope `read`.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/transactions/{id}/annotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Annotate a transaction
         * @description Replaces the notes, the tags or both. Needs a key with scope `review`.
         */
        patch: operations["annotateTransaction"];
        trace?: never;
    };
    "/api/alerts/rules/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a backtest
         * @description Tells what a rule would have done with the records of a range, of which there may be a million. Makes no events, deliveries or counts. Tags, lists, mutes that have ended, and values that came late are those of today. Needs a key with scope `write`.
         */
        post: operations["createBacktest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/backtests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List backtests
         * @description Newest first. A backtest is listed for a week after its end. Needs a key with scope `read`.
         */
        get: operations["listBacktests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/backtests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a backtest
         * @description With its progress, and with samples after its end. Needs a key with scope `read`.
         */
        get: operations["getBacktest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/backtests/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a backtest
         * @description What it has counted stays. Needs a key with scope `write`.
         */
        post: operations["cancelBacktest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alert rules
         * @description Needs a key with scope `read`.
         */
        get: operations["listRules"];
        put?: never;
        /**
         * Create an alert rule
         * @description Needs a key with scope `write`.
         */
        post: operations["createRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/rules/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a rule
         * @description Judges a transaction by a rule, without side effects. Needs a key with scope `write`.
         */
        post: operations["testRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/rules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a rule
         * @description Judges the newest records by a rule. Needs a key with scope `write`.
         */
        post: operations["previewRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert rule
         * @description Needs a key with scope `read`.
         */
        get: operations["getRule"];
        put?: never;
        post?: never;
        /**
         * Delete an alert rule
         * @description Its events stay. Needs a key with scope `write`.
         */
        delete: operations["deleteRule"];
        options?: never;
        head?: never;
        /**
         * Change an alert rule
         * @description Also enables and disables the rule. Needs a key with scope `write`.
         */
        patch: operations["updateRule"];
        trace?: never;
    };
    "/api/alerts/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alert events
         * @description Needs a key with scope `read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/events/bulk-acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Acknowledge several events
         * @description Up to 100 events. Needs a key with scope `review`.
         */
        patch: operations["bulkAcknowledgeEvents"];
        trace?: never;
    };
    "/api/alerts/events/bulk-resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Resolve several events
         * @description Up to 100 events. Needs a key with scope `review`.
         */
        patch: operations["bulkResolveEvents"];
        trace?: never;
    };
    "/api/alerts/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert event
         * @description Needs a key with scope `read`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/events/{id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Acknowledge an event
         * @description The event must be open. Needs a key with scope `review`.
         */
        patch: operations["acknowledgeEvent"];
        trace?: never;
    };
    "/api/alerts/events/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Resolve an event
         * @description The event must be open or acknowledged. Needs a key with scope `review`.
         */
        patch: operations["resolveEvent"];
        trace?: never;
    };
    "/api/alerts/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reviews
         * @description Newest first. A review is listed for two days after its end. Needs a key with scope `read`.
         */
        get: operations["listReviews"];
        put?: never;
        /**
         * Review all that match
         * @description Acknowledges or resolves all alert events that a filter finds, of which there may be thousands. Events that fire later are no part of it: `to` leaves out what the caller has not seen. Needs a key with scope `review`.
         */
        post: operations["createReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/reviews/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a review
         * @description With its progress. Needs a key with scope `read`.
         */
        get: operations["getReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/alerts/reviews/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a review
         * @description What a running review has reviewed stays so. Needs a key with scope `review`.
         */
        post: operations["cancelReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/a/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an acknowledgement link
         * @description The page of a link in a message, which asks whether to acknowledge the alert. Changes nothing: programs that check messages open every link. Needs no key.
         */
        get: operations["showAcknowledgeLink"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/links/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Use an acknowledgement link
         * @description Acknowledges the alert of a link in a message. A link works once, for seven days and for one recipient. The event then has the recipient as `acknowledgedByName`, and null as `acknowledgedBy`. Needs no key.
         */
        post: operations["useAcknowledgeLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Needs a key with scope `read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Registers the subscription of a receiver. Needs a key with scope `write`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description Needs a key with scope `read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/deliveries/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay several deliveries
         * @description Up to 100 finished deliveries. Needs a key with scope `write`.
         */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description With its attempts. Needs a key with scope `read`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/deliveries/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery
         * @description The delivery must be finished. Needs a key with scope `write`.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bulk replays
         * @description Newest first. A replay is listed for 90 days after its end. Needs a key with scope `read`.
         */
        get: operations["listReplays"];
        put?: never;
        /**
         * Create a bulk replay
         * @description Replays all finished deliveries that a filter finds. Needs a key with scope `write`.
         */
        post: operations["createReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/replays/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a bulk replay
         * @description With its progress. Needs a key with scope `read`.
         */
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/replays/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a bulk replay
         * @description What a running replay has replayed stays so. Needs a key with scope `write`.
         */
        post: operations["cancelReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/replays/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a bulk replay
         * @description A cancelled or failed replay goes on where it stopped. Needs a key with scope `write`.
         */
        post: operations["resumeReplay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Needs a key with scope `read`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Its deliveries stay. Needs a key with scope `write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Also enables and disables the subscription. Needs a key with scope `write`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a webhook
         * @description Sends a ping to the receiver. Needs a key with scope `write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret
         * @description Makes a new secret. Those before also sign, each for 24 hours after it was replaced. Needs a key with scope `write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List wallets
         * @description Needs a key with scope `read`.
         */
        get: operations["listWallets"];
        put?: never;
        /**
         * Add a wallet
         * @description Needs a key with scope `write`.
         */
        post: operations["createWallet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallets/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add many wallets
         * @description Up to 100 wallets. A row whose address is a wallet already changes nothing, and a bad row stops no other. Needs a key with scope `write`.
         */
        post: operations["createWallets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a wallet
         * @description Needs a key with scope `read`.
         */
        get: operations["getWallet"];
        put?: never;
        post?: never;
        /**
         * Delete a wallet
         * @description Its transactions stay. Needs a key with scope `write`.
         */
        delete: operations["deleteWallet"];
        options?: never;
        head?: never;
        /**
         * Change a wallet
         * @description Needs a key with scope `write`.
         */
        patch: operations["updateWallet"];
        trace?: never;
    };
    "/api/wallets/{id}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a wallet's balances
         * @description As compared with the records of the wallet, and on request as the nodes say now. Needs a key with scope `read`.
         */
        get: operations["listBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sums of balances
         * @description What wallets hold in all, in USD, with the time of the last transaction of each. Unknown ids have no item. Needs a key with scope `read`.
         */
        get: operations["listBalanceSums"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/balances/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the balance history
         * @description Day by day, in tokens and USD. Needs a key with scope `read`.
         */
        get: operations["getBalanceHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/wallets/{id}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a wallet's coverage
         * @description What is known of a wallet since the wallet was first watched. Needs a key with scope `read`.
         */
        get: operations["getWalletCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reconciliations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deviations
         * @description Balances that deviate from what the records add up to. Needs a key with scope `read`.
         */
        get: operations["listReconciliations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/address-book": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the address book
         * @description Needs a key with scope `read`.
         */
        get: operations["listBookEntries"];
        put?: never;
        /**
         * Add an address
         * @description An address has one entry. Records show its label at either end. Needs a key with scope `write`.
         */
        post: operations["createBookEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/address-book/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add many addresses
         * @description Up to 100 entries. A row whose address has an entry already changes nothing, and a bad row stops no other row. Needs a key with scope `write`.
         */
        post: operations["createBookEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/address-book/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an address entry
         * @description Needs a key with scope `read`.
         */
        get: operations["getBookEntry"];
        put?: never;
        post?: never;
        /**
         * Delete an address entry
         * @description Needs a key with scope `write`.
         */
        delete: operations["deleteBookEntry"];
        options?: never;
        head?: never;
        /**
         * Change an address entry
         * @description Needs a key with scope `write`.
         */
        patch: operations["updateBookEntry"];
        trace?: never;
    };
    "/api/address-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the address lists
         * @description Needs a key with scope `read`.
         */
        get: operations["listAddressLists"];
        put?: never;
        /**
         * Create an address list
         * @description A list has the addresses of its source, which is fetched each day, and entries of the address book. Needs a key with scope `write`.
         */
        post: operations["createAddressList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/address-lists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an address list
         * @description Needs a key with scope `read`.
         */
        get: operations["getAddressList"];
        put?: never;
        post?: never;
        /**
         * Delete an address list
         * @description Refused while an active rule or an entry of the address book names the list. Needs a key with scope `write`.
         */
        delete: operations["deleteAddressList"];
        options?: never;
        head?: never;
        /**
         * Change an address list
         * @description Another source replaces the addresses of the source before, unless it has far fewer. To write the same source again accepts the shorter source that the last run refused. Needs a key with scope `write`.
         */
        patch: operations["updateAddressList"];
        trace?: never;
    };
    "/api/address-lists/{id}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refresh an address list
         * @description Fetches the source now. `lastRun` says later what came of it. Needs a key with scope `write`.
         */
        post: operations["refreshAddressList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the statistics
         * @description Counts alerts, transactions and deliveries by hour or day. At most 744 buckets. By default the last 30 days for `day` and the last 48 hours for `hour`. Needs a key with scope `read`.
         */
        get: operations["getStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stats/flows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get flows by day
         * @description Inflow and outflow in USD. A transaction counts with its net value. Transfers between own wallets do not count. Needs a key with scope `read`.
         */
        get: operations["getFlows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller
         * @description The organisation and the API key or person of the request, and the limits of the organisation. Needs a key with scope `read`.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Needs a key with scope `admin`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key is shown once. An organisation can have 50 keys that are neither revoked nor expired. Needs a key with scope `admin`.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The last valid key of scope admin stays. Needs a key with scope `admin`.
         */
        delete: operations["deleteKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep the key
         * @description The answer has a cookie with the encrypted key of the request, which works for 12 hours. Only the paths under `/api/session` read it. Needs a key with scope `read`.
         */
        post: operations["keepKey"];
        /**
         * Forget the key
         * @description Takes the cookie away from the browser. The key stays valid, and so does a copy of the cookie until its end. Revoke the key to end both. Needs no key.
         */
        delete: operations["forgetKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/session/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a kept key
         * @description The key that the browser keeps, while the key works. Answers a page of the same origin alone (`Sec-Fetch-Site`). Does not extend the 12 hours. Needs no key.
         */
        post: operations["resumeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log
         * @description Who changed what, newest first, or oldest first with `sort=at`. Nobody can change or delete an entry. Needs a key with scope `admin`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the checkpoints
         * @description Signed statements about the audit log, the newest first. Needs a key with scope `admin`.
         */
        get: operations["listCheckpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signing key
         * @description The public key that verifies the signatures of checkpoints. Keep it beside the checkpoints. Needs no key.
         */
        get: operations["getAuditKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings
         * @description Where e-mail and Slack notifications go. Needs a key with scope `admin`.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings
         * @description Where e-mail and Slack notifications go. Each new e-mail address gets a confirmation mail, and no alert until its recipient has confirmed. Needs a key with scope `admin`.
         */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/api/settings/emails/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend a confirmation mail
         * @description Sends the confirmation mail to an address again. At most five times a day to an address, and 50 times a day to all addresses of the organisation. Needs a key with scope `admin`.
         */
        post: operations["resendConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/email-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an e-mail link
         * @description The page of a link in a mail, which asks whether to confirm or to unsubscribe. A confirmation link that works names its address and the organisation. Changes nothing: programs that check mails open every link. Needs no key.
         */
        get: operations["showEmailLink"];
        put?: never;
        /**
         * Use an e-mail link
         * @description Confirms or unsubscribes the address that got the link. Every link that does not work gets the same answer. The body is ignored (RFC 8058). Needs no key.
         */
        post: operations["useEmailLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List destinations
         * @description Needs a key with scope `read`.
         */
        get: operations["listDestinations"];
        put?: never;
        /**
         * Add a destination
         * @description A destination is a place where people hear of what matches. An e-mail address gets a confirmation mail, and no alert until its recipient has confirmed. Needs a key with scope `admin`.
         */
        post: operations["createDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/destinations/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the recipients
         * @description Shows who would get an alert. What the query does not say may be anything. The answer names all who could get such an alert. Needs a key with scope `read`.
         */
        get: operations["previewDestinations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/destinations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a destination
         * @description Needs a key with scope `read`.
         */
        get: operations["getDestination"];
        put?: never;
        post?: never;
        /**
         * Delete a destination
         * @description Its deliveries stay. Needs a key with scope `admin`.
         */
        delete: operations["deleteDestination"];
        options?: never;
        head?: never;
        /**
         * Change a destination
         * @description Also turns the destination on or off. Needs a key with scope `admin`.
         */
        patch: operations["updateDestination"];
        trace?: never;
    };
    "/api/destinations/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a destination
         * @description Sends a test message. Needs a key with scope `admin`.
         */
        post: operations["testDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List chains
         * @description Needs a key with scope `read`.
         */
        get: operations["listChains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chains/{id}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a chain's coverage
         * @description How far a chain is scanned, how far behind its head, and what is left out. Needs a key with scope `read`.
         */
        get: operations["getCoverage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chains/{id}/backfill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List backfills
         * @description Those of a chain. Needs a key with scope `read`.
         */
        get: operations["listBackfills"];
        put?: never;
        /**
         * Create a backfill
         * @description Scans the history of a chain for a wallet. Needs a key with scope `write`.
         */
        post: operations["createBackfill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chains/{id}/backfill/{backfillId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a backfill
         * @description With its progress. Needs a key with scope `read`.
         */
        get: operations["getBackfill"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chains/{id}/backfill/{backfillId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a backfill
         * @description What a running backfill has recorded stays. Needs a key with scope `write`.
         */
        post: operations["cancelBackfill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/chains/{id}/backfill/{backfillId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a backfill
         * @description Scans what a cancelled or failed backfill has left. Needs a key with scope `write`.
         */
        post: operations["resumeBackfill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the health
         * @description Whether the service answers, and how its parts are. With `deep=true` an admin key gets checks of the table, each queue, the secrets and each watched chain. A failing check is part of the answer, whose status stays 200. Without `deep`: Needs no key.
         */
        get: operations["health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this document
         * @description The OpenAPI document of the API. Needs no key.
         */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/canary/receipts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a canary receipt
         * @description Here the canary of the service receives its own webhooks. For the service alone: it imports a transaction every few minutes, and measures when the alert arrives here. Refuses whatever the canary did not cause. Needs no key.
         */
        post: operations["recordReceipt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "alert.fired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An alert fired
         * @description A rule fired on a transaction. Verify the signature of the raw body first. Answer 2xx within 10 seconds and do the work afterwards. Any other answer is retried after 5 seconds, 30 seconds, 2 minutes, 10 minutes and 1 hour; 410 disables the subscription.
         */
        post: operations["receive.alert.fired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.retracted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An alert was retracted
         * @description The block of the transaction is no longer part of the chain. Verify the signature of the raw body first. Answer 2xx within 10 seconds and do the work afterwards. Any other answer is retried after 5 seconds, 30 seconds, 2 minutes, 10 minutes and 1 hour; 410 disables the subscription.
         */
        post: operations["receive.alert.retracted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.acknowledged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An alert was acknowledged
         * @description Somebody takes care of an alert. Verify the signature of the raw body first. Answer 2xx within 10 seconds and do the work afterwards. Any other answer is retried after 5 seconds, 30 seconds, 2 minutes, 10 minutes and 1 hour; 410 disables the subscription.
         */
        post: operations["receive.alert.acknowledged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An alert was resolved
         * @description Somebody resolved an alert. Verify the signature of the raw body first. Answer 2xx within 10 seconds and do the work afterwards. Any other answer is retried after 5 seconds, 30 seconds, 2 minutes, 10 minutes and 1 hour; 410 disables the subscription.
         */
        post: operations["receive.alert.resolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "audit.checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A checkpoint was signed
         * @description The entries of the audit log of an hour are covered by a signature. Verify the signature of the raw body first. Answer 2xx within 10 seconds and do the work afterwards. Any other answer is retried after 5 seconds, 30 seconds, 2 minutes, 10 minutes and 1 hour; 410 disables the subscription.
         */
        post: operations["receive.audit.checkpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "coverage.difference": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A balance differs
         * @description A balance differs from what the transactions add up to. Verify the signature of the raw body first. Answer 2xx within 10 seconds and do the work afterwards. Any other answer is retried after 5 seconds, 30 seconds, 2 minutes, 10 minutes and 1 hour; 410 disables the subscription.
         */
        post: operations["receive.coverage.difference"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "wallet.throttled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transactions wait
         * @description Transactions of wallets wait, because they are more than the budget of the organisation. Verify the signature of the raw body first. Answer 2xx within 10 seconds and do the work afterwards. Any other answer is retried after 5 seconds, 30 seconds, 2 minutes, 10 minutes and 1 hour; 410 disables the subscription.
         */
        post: operations["receive.wallet.throttled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "configuration.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A configuration was changed
         * @description Somebody disabled, deleted, repointed or muted a rule, a wallet, a subscription or a destination, or took a confirmed mail address out of the settings. Verify the signature of the raw body first. Answer 2xx within 10 seconds and do the work afterwards. Any other answer is retried after 5 seconds, 30 seconds, 2 minutes, 10 minutes and 1 hour; 410 disables the subscription.
         */
        post: operations["receive.configuration.changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test
         * @description Somebody tests the subscription. Verify the signature of the raw body first. Answer 2xx within 10 seconds and do the work afterwards. Any other answer is retried after 5 seconds, 30 seconds, 2 minutes, 10 minutes and 1 hour; 410 disables the subscription.
         */
        post: operations["receive.ping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcknowledgeByLink: {
            token: string;
            /**
             * @description Also acknowledges the other open alerts of the transaction of which the same recipient got a message: at most 20. Without this, the alert of the link alone
             * @constant
             */
            alerts?: "transaction";
        };
        AcknowledgeEvent: {
            note?: string;
        };
        AcknowledgedByLink: {
            /** @description One sentence about what happened, for people. Its wording may change */
            summary: string;
            acknowledgedAt: string | null;
            /** @description Name of this key or person at that time */
            acknowledgedByName: string | null;
            /** @description How many other alerts were acknowledged. Only with `alerts` */
            others?: number;
        };
        AddressBlacklistConditions: {
            addresses: string[];
        };
        AddressBookEntry: {
            /** Format: uuid */
            id: string;
            address: string;
            /** @enum {string} */
            family: "evm" | "solana" | "xrp";
            label: string;
            note: string;
            /** @description The names of address lists that have the address */
            lists: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AddressList: {
            /** Format: uuid */
            id: string;
            name: string;
            /**
             * @description What the list is for, as people read it. Rules decide what follows from it
             * @enum {string}
             */
            purpose: "allow" | "deny" | "info";
            source: components["schemas"]["AddressListSource"] | null;
            /** @description Addresses of the source, and entries of the address book that name the list */
            size: number;
            lastRun: components["schemas"]["AddressListRun"] | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AddressListRun: {
            /** Format: date-time */
            at: string;
            added: number;
            removed: number;
            /** @description Of the body of the source; null when there was none */
            sha256: string | null;
            /** @description Why the list stayed as it was */
            error: string | null;
            /**
             * @description What to accept the source would add and remove; null when the source did not become much shorter
             * @default null
             */
            refused: {
                added: number;
                removed: number;
            } | null;
        };
        AddressListSource: {
            url: string;
            /** @enum {string} */
            format: "text" | "csv" | "json";
            /** @description `csv`: the header of the column of addresses; `json`: the field of each object. null: the first one */
            column: string | null;
        };
        AlertAcknowledgedBody: {
            /** @constant */
            event: "alert.acknowledged";
            /** Format: date-time */
            occurred_at: string;
            /** Format: uuid */
            event_id: string;
            rule: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @description Name of the API key, or of the recipient of the message with the link */
            by: string;
            /** @description The note of a resolution */
            note: string | null;
        };
        AlertEvent: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            ruleId: string;
            ruleName: string;
            /** @enum {string} */
            ruleType: "any_transfer" | "large_transfer" | "token_transfer" | "inbound_only" | "outbound_only" | "contract_call" | "method_call" | "address_blacklist" | "gas_spike" | "frequency" | "contract_deploy" | "token_mint" | "approval" | "authority_change" | "balance" | "nft_transfer" | "outflow" | "silence";
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            /** @enum {string} */
            status: "open" | "acknowledged" | "resolved";
            /** Format: date-time */
            firedAt: string;
            /** @description Null when no transaction caused the alert */
            transactionId: string | null;
            /** Format: uuid */
            walletId: string;
            /**
             * @description The wallet, as `transaction.wallet`. Null in alerts without a transaction of earlier versions
             * @default null
             */
            wallet: {
                label: string;
                type: string;
                color: string;
                /** @default [] */
                tags: string[];
                /** @default null */
                externalId: string | null;
            } | null;
            transaction: components["schemas"]["Transaction"] | null;
            /**
             * @description What a rule about a state of the wallet measured. Null for every other rule
             * @default null
             */
            subject: components["schemas"]["AlertSubject"] | null;
            /** @description One sentence about what happened, for people. Its wording may change */
            summary: string;
            /**
             * @description Why the rule matched
             * @default []
             */
            reasons: components["schemas"]["Reason"][];
            /** @description What the cooldown suppressed since the last alert of the rule and the cooldown */
            suppressed: components["schemas"]["Suppressed"];
            acknowledgedAt: string | null;
            /** @description Id of the API key or of the person who acknowledged it */
            acknowledgedBy: string | null;
            /** @description Name of this key or person at that time */
            acknowledgedByName: string | null;
            acknowledgementNote: string | null;
            resolvedAt: string | null;
            /** @description Id of the API key or of the person who resolved it */
            resolvedBy: string | null;
            /** @description Name of this key or person at that time */
            resolvedByName: string | null;
            resolutionNote: string | null;
            /**
             * @description When the block of the transaction was found to be no longer part of the chain
             * @default null
             */
            retractedAt: string | null;
        };
        AlertFiredBody: {
            /** @constant */
            event: "alert.fired";
            /** Format: date-time */
            fired_at: string;
            rule: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @description Null when no transaction caused the alert: see the rules about a state */
            transaction: {
                hash: string;
                chain: string;
                from: string;
                /** @description Empty when the transaction creates a contract */
                to: string;
                /** @description The amount of the primary movement, in the unit of its asset, on every chain */
                value_eth: string;
                /** @description Empty when no price is known */
                value_usd: string;
                block: number;
                /** Format: date-time */
                timestamp: string;
            } | null;
            /**
             * Format: uuid
             * @description Only with `payload: full`
             */
            event_id?: string;
            /**
             * @description Only with `payload: full`
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            /** @description Only with `payload: full` */
            wallet?: {
                /** Format: uuid */
                id: string;
                label: string;
                address: string;
                tags: string[];
                externalId: string | null;
            };
            /** @description Only with `payload: full` */
            summary?: string;
            /** @description Only with `payload: full` */
            from_label?: string | null;
            /** @description Only with `payload: full` */
            to_label?: string | null;
            /** @description Only with `payload: full` */
            direction?: ("inbound" | "outbound" | "internal") | null;
            /** @description Only with `payload: full` */
            value_status?: ("known" | "pending" | "unpriced") | null;
            /** @description Only with `payload: full` */
            destination_tag?: number | null;
            /** @description Only with `payload: full` */
            references?: components["schemas"]["Reference"][];
            /** @description Only with `payload: full` */
            transfers?: {
                asset: string;
                tokenAddress: string | null;
                tokenId: string | null;
                standard: string;
                from: string;
                to: string;
                amount: string;
                valueUsd: string | null;
                /** @enum {string} */
                direction: "inbound" | "outbound" | "internal";
                /** @enum {string} */
                origin: "value" | "call" | "log" | "withdrawal";
                /**
                 * @description A known address that the counterparty looks like
                 * @default null
                 */
                lookalike: {
                    /** @description The known address: its first four and last four characters are the same */
                    of: string;
                    /**
                     * @description Whether the wallet has paid the address, or the address book has it
                     * @enum {string}
                     */
                    kind: "paid" | "book";
                } | null;
            }[];
            /** @description Only with `payload: full` */
            approvals?: components["schemas"]["Approval"][];
            /** @description Only with `payload: full` */
            authority?: {
                /** @enum {string} */
                kind: "owner_added" | "owner_removed" | "threshold_changed" | "module_enabled" | "module_disabled" | "guard_changed" | "implementation_changed" | "ownership_transferred" | "role_granted" | "role_revoked" | "regular_key_set" | "signer_list_set" | "master_key_disabled" | "token_authority_set" | "account_closed" | "admin_changed" | "fallback_handler_changed" | "delegation_set" | "delegation_cleared";
                subject: string;
                before: string | null;
                after: string | null;
            }[];
            /** @description Only with `payload: full` */
            omitted?: {
                transfers: number;
                approvals: number;
                authority: number;
            };
            /** @description Only with `payload: full` */
            source?: ("import" | "watch" | "reconcile") | null;
            /** @description Only with `payload: full` */
            verified?: boolean | null;
            /** @description Only with `payload: full` */
            reasons?: components["schemas"]["Reason"][];
            /** @description Only with `payload: full` */
            suppressed?: {
                count: number;
                largest_usd: string | null;
            };
            /** @description Only with `payload: full` */
            subject?: components["schemas"]["AlertSubject"];
        };
        AlertResolvedBody: {
            /** @constant */
            event: "alert.resolved";
            /** Format: date-time */
            occurred_at: string;
            /** Format: uuid */
            event_id: string;
            rule: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @description Name of the API key, or of the recipient of the message with the link */
            by: string;
            /** @description The note of a resolution */
            note: string | null;
        };
        AlertRetractedBody: {
            /** @constant */
            event: "alert.retracted";
            /** Format: uuid */
            event_id: string;
            /** Format: date-time */
            fired_at: string;
            /** Format: date-time */
            retracted_at: string;
            rule: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /** @description Null when no transaction caused the alert: see the rules about a state */
            transaction: {
                hash: string;
                chain: string;
                from: string;
                /** @description Empty when the transaction creates a contract */
                to: string;
                /** @description The amount of the primary movement, in the unit of its asset, on every chain */
                value_eth: string;
                /** @description Empty when no price is known */
                value_usd: string;
                block: number;
                /** Format: date-time */
                timestamp: string;
            } | null;
            /**
             * @description Only with `payload: full`
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            /** @description Only with `payload: full` */
            wallet?: {
                /** Format: uuid */
                id: string;
                label: string;
                address: string;
                tags: string[];
                externalId: string | null;
            };
            /** @description Only with `payload: full` */
            summary?: string;
            /** @description Only with `payload: full` */
            from_label?: string | null;
            /** @description Only with `payload: full` */
            to_label?: string | null;
            /** @description Only with `payload: full` */
            direction?: ("inbound" | "outbound" | "internal") | null;
            /** @description Only with `payload: full` */
            value_status?: ("known" | "pending" | "unpriced") | null;
            /** @description Only with `payload: full` */
            destination_tag?: number | null;
            /** @description Only with `payload: full` */
            references?: components["schemas"]["Reference"][];
            /** @description Only with `payload: full` */
            transfers?: {
                asset: string;
                tokenAddress: string | null;
                tokenId: string | null;
                standard: string;
                from: string;
                to: string;
                amount: string;
                valueUsd: string | null;
                /** @enum {string} */
                direction: "inbound" | "outbound" | "internal";
                /** @enum {string} */
                origin: "value" | "call" | "log" | "withdrawal";
                /**
                 * @description A known address that the counterparty looks like
                 * @default null
                 */
                lookalike: {
                    /** @description The known address: its first four and last four characters are the same */
                    of: string;
                    /**
                     * @description Whether the wallet has paid the address, or the address book has it
                     * @enum {string}
                     */
                    kind: "paid" | "book";
                } | null;
            }[];
            /** @description Only with `payload: full` */
            approvals?: components["schemas"]["Approval"][];
            /** @description Only with `payload: full` */
            authority?: {
                /** @enum {string} */
                kind: "owner_added" | "owner_removed" | "threshold_changed" | "module_enabled" | "module_disabled" | "guard_changed" | "implementation_changed" | "ownership_transferred" | "role_granted" | "role_revoked" | "regular_key_set" | "signer_list_set" | "master_key_disabled" | "token_authority_set" | "account_closed" | "admin_changed" | "fallback_handler_changed" | "delegation_set" | "delegation_cleared";
                subject: string;
                before: string | null;
                after: string | null;
            }[];
            /** @description Only with `payload: full` */
            omitted?: {
                transfers: number;
                approvals: number;
                authority: number;
            };
            /** @description Only with `payload: full` */
            source?: ("import" | "watch" | "reconcile") | null;
            /** @description Only with `payload: full` */
            verified?: boolean | null;
            /** @description Only with `payload: full` */
            reasons?: components["schemas"]["Reason"][];
            /** @description Only with `payload: full` */
            suppressed?: {
                count: number;
                largest_usd: string | null;
            };
            /** @description Only with `payload: full` */
            subject?: components["schemas"]["AlertSubject"];
        };
        AlertSubject: {
            /** Format: uuid */
            walletId: string;
            /** @description Null when the rule judges all chains of the wallet together */
            chain: string | null;
            /** @description `native`, or the address of a token. Null when every asset counts */
            asset: string | null;
            /**
             * @description Of the asset; its issuer chose it. Null when every asset counts, or when the symbol is unknown
             * @default null
             */
            symbol: string | null;
            /** @description What the rule measured when it fired, a decimal. Null when it is unknown */
            level: string | null;
        };
        AnnotateTransaction: {
            notes?: string;
            tags?: string[];
        };
        AnyTransferConditions: {
            /** @enum {string} */
            direction?: "inbound" | "outbound" | "internal";
            /**
             * @description Which end of the transfer the wallet is. A payment between own wallets has a wallet at both ends
             * @enum {string}
             */
            side?: "sends" | "receives";
            /**
             * @description What the other end is: `own` is a wallet of the organisation, `outside` is none
             * @enum {string}
             */
            other_end?: "outside" | "own" | "any";
            /** @description Each counterparty is one of these: an address, `list:<name>` for an address list, `own_wallets`, or `address_book`. The counterparty of a token transfer is its other end, and of an approval its spender */
            counterparty_in?: string[];
            /** @description No counterparty is one of these, written as in `counterparty_in` */
            counterparty_not_in?: string[];
            /**
             * @description The wallet has never dealt with the counterparty in this direction. Dust, nothing, and unpriced tokens of strangers make nobody known
             * @constant
             */
            first_time?: true;
            /**
             * @description The counterparty looks like an address that the wallet has paid or the address book has, and is another
             * @constant
             */
            lookalike?: true;
            /** @description A destination tag, several, or null for a transaction without one */
            destination_tag?: number | number[] | null;
            /** @description A part of a memo that is text, in any case */
            memo_contains?: string;
        };
        ApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            scope: "read" | "review" | "write" | "admin";
            prefix: string;
            lastFour: string;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            revokedAt: string | null;
            lastUsedAt: string | null;
        };
        Approval: {
            standard: string;
            asset: string;
            tokenAddress: string;
            tokenId: string | null;
            owner: string;
            spender: string;
            amount: string | null;
            unlimited: boolean;
            approved: boolean;
            expiresAt: string | null;
        };
        ApprovalConditions: {
            unlimited?: boolean;
            amount?: {
                gte?: string | number;
                gt?: string | number;
                lte?: string | number;
                lt?: string | number;
            };
            spender_in?: string[];
            spender_not_in?: string[];
            /** @description Each counterparty is one of these: an address, `list:<name>` for an address list, `own_wallets`, or `address_book`. The counterparty of a token transfer is its other end, and of an approval its spender */
            counterparty_in?: string[];
            /** @description No counterparty is one of these, written as in `counterparty_in` */
            counterparty_not_in?: string[];
            /**
             * @description The wallet has never dealt with the counterparty in this direction. Dust, nothing, and unpriced tokens of strangers make nobody known
             * @constant
             */
            first_time?: true;
            /**
             * @description The counterparty looks like an address that the wallet has paid or the address book has, and is another
             * @constant
             */
            lookalike?: true;
            token_symbol?: string | string[];
            token_address?: string;
            /** @default false */
            revoked?: boolean;
        };
        Attempt: {
            n: number;
            /** Format: date-time */
            at: string;
            statusCode: number | null;
            error: string | null;
            durationMs: number;
            responseExcerpt: string | null;
        };
        Audience: {
            data: components["schemas"]["AudienceMember"][];
        };
        AudienceMember: {
            /** @enum {string} */
            kind: "webhook" | "custom" | "email" | "slack" | "teams" | "discord" | "telegram" | "pagerduty";
            /** @description Null for what the settings or the rule name, such as their Slack */
            id: string | null;
            name: string;
        };
        AuditCheckpoint: {
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description The `to` of the checkpoint before
             */
            from: string;
            /**
             * Format: date-time
             * @description The checkpoint covers the entries with `from` <= `at` < `to`
             */
            to: string;
            count: number;
            /** @description Of the Merkle tree over the entries (RFC 9162), in hex */
            root: string;
            /** @description The root of the checkpoint before; null for the first */
            previous: string | null;
            /** @description ECDSA, in DER and base64, of all other fields as canonical JSON (RFC 8785) */
            signature: string;
            keyId: string;
        };
        AuditCheckpointBody: {
            /** @constant */
            event: "audit.checkpoint";
            /**
             * Format: date-time
             * @description When the checkpoint was signed
             */
            occurred_at: string;
            /** @description As `GET /api/audit/checkpoints` answers it */
            checkpoint: components["schemas"]["AuditCheckpoint"];
        };
        AuditEntry: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            at: string;
            actor: {
                /** @enum {string} */
                kind: "key" | "person" | "link" | "system" | "operator";
                id: string | null;
                name: string | null;
            };
            /** @enum {string} */
            action: "create" | "update" | "delete" | "mute" | "unmute" | "rotate" | "test" | "refresh" | "cancel" | "resume" | "replay" | "import" | "annotate" | "acknowledge" | "resolve" | "ask" | "confirm" | "unsubscribe" | "read" | "suspend";
            /** @enum {string} */
            resource: "organisation" | "settings" | "key" | "wallet" | "rule" | "webhook" | "destination" | "email" | "address_book_entry" | "address_list" | "event" | "review" | "transaction" | "delivery" | "replay" | "export" | "backtest" | "backfill" | "recount";
            /** @description Null for the settings, and for a request about several records */
            resourceId: string | null;
            requestId: string | null;
            /** @description At most 100. A secret says only that it changed */
            changes: {
                path: string;
                before: unknown;
                after: unknown;
            }[];
        };
        AuditKey: {
            keyId: string;
            /** @constant */
            algorithm: "ECDSA_SHA_256";
            /** @description PEM */
            publicKey: string;
        };
        AuthorityChangeConditions: {
            kinds?: ("owner_added" | "owner_removed" | "threshold_changed" | "module_enabled" | "module_disabled" | "guard_changed" | "implementation_changed" | "ownership_transferred" | "role_granted" | "role_revoked" | "regular_key_set" | "signer_list_set" | "master_key_disabled" | "token_authority_set" | "account_closed" | "admin_changed" | "fallback_handler_changed" | "delegation_set" | "delegation_cleared")[];
        };
        Backfill: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            chain: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
            /** Format: uuid */
            walletId: string;
            fromHeight: number;
            toHeight: number;
            evaluateRules: boolean;
            /** @enum {string} */
            status: "running" | "completed" | "cancelled" | "failed";
            blocksTotal: number;
            blocksDone: number;
            transactionsFound: number;
            failure: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            completedAt: string | null;
        };
        Backtest: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "running" | "completed" | "cancelled" | "failed";
            /** @description The stored rule; null for a rule that the request contained */
            ruleId: string | null;
            ruleName: string | null;
            /** @enum {string} */
            ruleType: "any_transfer" | "large_transfer" | "token_transfer" | "inbound_only" | "outbound_only" | "contract_call" | "method_call" | "address_blacklist" | "gas_spike" | "frequency" | "contract_deploy" | "token_mint" | "approval" | "authority_change" | "balance" | "nft_transfer" | "outflow" | "silence";
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description How much is read, from 0 to 1 */
            progress: number;
            /** @description The records that are read so far */
            rows: number;
            /** @description The records of the range when the backtest began */
            total: number;
            /** @description Records that meet the conditions */
            matched: number;
            /** @description Matches that would make an alert */
            wouldFire: number;
            /** @description Matches that would make no alert, by the reason */
            wouldSuppress: {
                cooldown: number;
                muted: number;
            };
            /** @description For each day of the range (UTC, by block time), how many alerts there would be */
            perDay: {
                /** Format: date-time */
                at: string;
                fired: number;
            }[];
            /** @description The newest matches that would fire, at most 50; empty until the end */
            samples: {
                /** Format: uuid */
                transactionId: string;
                reasons: components["schemas"]["Reason"][];
            }[];
            /** @description Records that fail a single condition, those of the largest value, at most 20; empty until the end */
            nearMisses: {
                /** Format: uuid */
                transactionId: string;
                reasons: components["schemas"]["Reason"][];
            }[];
            /** @description Why the backtest failed. Null unless it failed */
            error: string | null;
            /** Format: date-time */
            createdAt: string;
            finishedAt: string | null;
        };
        Balance: {
            /** @enum {string} */
            chain: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
            asset: string;
            tokenAddress: string | null;
            /** @description Of the last check, with what the records say since */
            amount: string;
            valueUsd: string | null;
            /** @description The block after which the wallet had the balance */
            height: number;
            /**
             * Format: date-time
             * @description The time of the last check
             */
            at: string;
            /**
             * @description pending: movements since the last check; difference: an open difference exists
             * @enum {string}
             */
            status: "matched" | "difference" | "pending";
            /**
             * @description What the nodes of the chain say now; null for tokens, without `onChain=true`, or if no node answers
             * @default null
             */
            onChain: {
                amount: string;
                valueUsd: string | null;
                /**
                 * Format: date-time
                 * @description When the nodes answered
                 */
                at: string;
            } | null;
        };
        BalanceConditions: {
            /** @description `native`, or the address of a token of an EVM chain or Solana */
            asset: string;
            below?: string | number;
            above?: string | number;
            /** @description How far the balance must come back before the rule may fire again, in percent; 5 by default */
            rearm_percent?: string | number;
        };
        BalancePoint: {
            /**
             * Format: date-time
             * @description The beginning of the day, in UTC
             */
            at: string;
            /** @description Of all assets whose value was known; null when no value was */
            valueUsd: string | null;
            /** @description The 20 most valuable. A value is that of the last change of the balance */
            byAsset: {
                /** @enum {string} */
                chain: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
                asset: string;
                amount: string;
                valueUsd: string | null;
            }[];
        };
        BalanceSum: {
            /** Format: uuid */
            walletId: string;
            /** @description Of all assets whose price is known; null when none is, or when no check has compared the wallet yet */
            valueUsd: string | null;
            /** @description False while a price that a source may know is missing */
            isComplete: boolean;
            /** @description The time of the oldest of the checks that compared the native balances */
            at: string | null;
            /** @description The block time of the newest record */
            lastTransactionAt: string | null;
        };
        BulkAcknowledge: {
            ids: string[];
            note?: string;
        };
        BulkAddressBookEntries: {
            entries: components["schemas"]["CreateAddressBookEntry"][];
        };
        BulkAddressBookEntriesAnswer: {
            created: components["schemas"]["AddressBookEntry"][];
            /** @description Rows whose address has an entry already. The entries stay as they are */
            existing: {
                /** @description The place of the row in the request, from 0 */
                index: number;
                /** Format: uuid */
                id: string;
                /** @description The fields that the row states otherwise than the entry */
                differs: string[];
            }[];
            failed: {
                /** @description The place of the row in the request, from 0 */
                index: number;
                /** @enum {string} */
                code: "validation_failed" | "conflict";
                errors: {
                    /** @description Within the row */
                    path: string;
                    message: string;
                }[];
            }[];
        };
        BulkResolve: {
            ids: string[];
            note?: string;
        };
        BulkReview: {
            updated: components["schemas"]["AlertEvent"][];
            unchanged: string[];
            failed: {
                id: string;
                /** @enum {string} */
                code: "invalid_json" | "validation_failed" | "unauthorized" | "forbidden" | "organisation_suspended" | "not_found" | "invalid_transition" | "conflict" | "idempotency_conflict" | "idempotency_in_progress" | "gone" | "payload_too_large" | "export_too_large" | "unsupported_media_type" | "rate_limited" | "internal" | "unavailable" | "chain_unavailable";
            }[];
        };
        BulkWallets: {
            wallets: components["schemas"]["CreateWallet"][];
        };
        BulkWalletsAnswer: {
            created: components["schemas"]["Wallet"][];
            /** @description Rows whose address is a wallet already. The wallets stay as they are */
            existing: {
                /** @description The place of the row in the request, from 0 */
                index: number;
                /** Format: uuid */
                id: string;
                /** @description The fields that the row states otherwise than the wallet */
                differs: string[];
            }[];
            failed: {
                /** @description The place of the row in the request, from 0 */
                index: number;
                /** @enum {string} */
                code: "validation_failed" | "conflict";
                errors: {
                    /** @description Within the row */
                    path: string;
                    message: string;
                }[];
            }[];
        };
        Chain: {
            id: string;
            name: string;
            /** @enum {string} */
            family: "evm" | "solana" | "xrp";
            nativeSymbol: string;
            nativeDecimals: number;
            chainId: number | null;
            confirmations: number;
            wrappedToken: string | null;
            /** @description This text and the hash of a transaction are the page of the transaction in a public explorer. */
            explorer: string | null;
            /** @description The page of an address, in the same way. */
            addressExplorer: string | null;
            /** @description Where the USD values of the chain come from. */
            prices: components["schemas"]["UsedPrices"];
        };
        ConfigurationChangedBody: {
            /** @constant */
            event: "configuration.changed";
            /**
             * Format: uuid
             * @description Of the entry of the audit log
             */
            entryId: string;
            /** @enum {string} */
            action: "disabled" | "deleted" | "repointed" | "muted";
            /** @enum {string} */
            resource: "rule" | "wallet" | "webhook" | "destination" | "settings";
            /** @description Null for the settings */
            resourceId: string | null;
            name: string;
            actor: {
                /** @enum {string} */
                kind: "key" | "person" | "link" | "system" | "operator";
                id: string | null;
                name: string | null;
            };
            /** @description What matters. A secret says only that it changed */
            changes: {
                path: string;
                before: unknown;
                after: unknown;
            }[];
            /** Format: date-time */
            at: string;
            requestId: string | null;
            /** @description How many further changes of the same kind by the same actor the body stands for */
            more: number;
        };
        ContractCallConditions: {
            contract_address?: string;
        };
        ContractDeployConditions: Record<string, never>;
        Coverage: {
            /** @enum {string} */
            chain: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
            /**
             * @description stalled: nobody has scanned for two minutes; stopped: until an operator has it go on
             * @enum {string}
             */
            status: "unwatched" | "running" | "stalled" | "stopped";
            stopped: {
                /** Format: date-time */
                at: string;
                reason: string;
            } | null;
            confirmations: number;
            /** @description What is scanned, both ends included, ascending */
            ranges: {
                from: number;
                to: number;
            }[];
            /** @description What lies between the ranges and is not scanned; a backfill can */
            gaps: {
                from: number;
                to: number;
            }[];
            /** @description The last block scanned, whose hash and timestamp these are */
            height: number | null;
            hash: string | null;
            timestamp: string | null;
            /** @description The newest block seen, at headAt */
            head: number | null;
            headAt: string | null;
            lag: {
                /** @description Final blocks that are still to be scanned */
                blocks: number;
                /** @description Age of the last block scanned while there are any or while no block came for three block times; else 0 */
                seconds: number | null;
            } | null;
            /** @description Every record of the wallets that were watched exists in ranges up to this height, except for payments inside calls that no node traced: a check of balances adds these later. Null before the first block, and while more than 1,000 wallets wait */
            recordedTo: number | null;
            /** @description When the oldest record of the organisation on this chain was made whose USD value waits for a price; else null */
            valuesDelayedSince: string | null;
        };
        CoverageDifferenceBody: {
            /** @constant */
            event: "coverage.difference";
            /** Format: date-time */
            occurred_at: string;
            wallet: {
                /** Format: uuid */
                id: string;
                label: string;
                address: string;
            };
            chain: string;
            asset: string;
            expected: string;
            actual: string;
            difference: string;
            from_height: number;
            to_height: number;
            /** Format: uuid */
            reconciliation_id: string;
        };
        CreateAddressBookEntry: {
            address: string;
            /**
             * @description Needed only for an address that belongs to several families
             * @enum {string}
             */
            family?: "evm" | "solana" | "xrp";
            label: string;
            /** @default  */
            note?: string;
            /** @default [] */
            lists?: string[];
        };
        CreateAddressList: {
            name: string;
            /**
             * @description What the list is for, as people read it. Rules decide what follows from it
             * @enum {string}
             */
            purpose: "allow" | "deny" | "info";
            /** @default null */
            source?: {
                url: string;
                /** @enum {string} */
                format: "text" | "csv" | "json";
                /** @default null */
                column?: string | null;
            } | null;
        };
        CreateApiKey: {
            name: string;
            /** @enum {string} */
            scope: "read" | "review" | "write" | "admin";
            /** @description ISO 8601 instant with any offset, or a bare date */
            expiresAt?: string;
        };
        CreateBackfill: {
            /** Format: uuid */
            walletId: string;
            /** @description Block number, Solana slot or ledger index; included */
            fromHeight: number;
            /** @description Included; final, at most 100000 blocks in all, and all records of the wallet up to it made */
            toHeight: number;
            /**
             * @description Whether what is found runs through the alert rules
             * @default false
             */
            evaluateRules?: boolean;
        };
        CreateBacktest: {
            rule?: components["schemas"]["TestedRule"];
            /** Format: uuid */
            ruleId?: string;
            /** @description ISO 8601 instant with any offset, or a bare date */
            from: string;
            /** @description ISO 8601 instant with any offset, or a bare date */
            to: string;
            /** @description Only the records of these wallets */
            walletIds?: string[];
        };
        CreateDestination: {
            name: string;
            /** @enum {string} */
            kind: "email" | "slack" | "teams" | "discord" | "telegram" | "pagerduty";
            /** @description The fields of the kind */
            config: {
                /** Format: email */
                address: string;
            } | {
                url: string;
            } | {
                botToken: string;
                chatId: string;
            } | {
                routingKey: string;
            };
            /** @default {} */
            match?: components["schemas"]["DestinationMatch"];
            /** @default true */
            isActive?: boolean;
        };
        CreateReplay: {
            /**
             * @default failed
             * @enum {string}
             */
            status?: "failed" | "delivered" | "not_sent";
            /**
             * Format: uuid
             * @description Only deliveries to this subscription
             */
            webhookId?: string;
            /**
             * Format: uuid
             * @description Only deliveries to this destination
             */
            destinationId?: string;
            /** @description Of when the delivery was made; included */
            from?: string;
            /** @description Included; what is made after the replay began is never part of it */
            to?: string;
        };
        CreateReview: {
            /** @enum {string} */
            action: "acknowledge" | "resolve";
            note?: string;
            /** @enum {string} */
            status?: "open" | "acknowledged" | "resolved";
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            /** Format: uuid */
            ruleId?: string;
            /** Format: uuid */
            walletId?: string;
            /** @description A tag that the wallet of the record carries now, exactly */
            walletTag?: string;
            /** @enum {string} */
            chain?: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
            /** @description ISO 8601 instant with any offset, or a bare date */
            from?: string;
            /** @description ISO 8601 instant with any offset, or a bare date */
            to?: string;
            /**
             * @description Whether the other open alerts of the same payments are reviewed too, of any rule and severity
             * @default false
             */
            wholePayments?: boolean;
        };
        CreateRule: {
            name: string;
            /** @constant */
            ruleType: "any_transfer";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            /** @default {} */
            conditions?: components["schemas"]["AnyTransferConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 5 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "large_transfer";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            conditions: components["schemas"]["LargeTransferConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 5 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "token_transfer";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            conditions: components["schemas"]["TokenTransferConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 5 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "inbound_only";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            /** @default {} */
            conditions?: components["schemas"]["InboundOnlyConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 5 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "outbound_only";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            /** @default {} */
            conditions?: components["schemas"]["OutboundOnlyConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 5 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "contract_call";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            /** @default {} */
            conditions?: components["schemas"]["ContractCallConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 5 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "method_call";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            conditions: components["schemas"]["MethodCallConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 5 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "address_blacklist";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            conditions: components["schemas"]["AddressBlacklistConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 0 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "gas_spike";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            conditions: components["schemas"]["GasSpikeConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 5 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "frequency";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            conditions: components["schemas"]["FrequencyConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 5 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "contract_deploy";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            /** @default {} */
            conditions?: components["schemas"]["ContractDeployConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 5 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "token_mint";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            /** @default {} */
            conditions?: components["schemas"]["TokenMintConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 5 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "approval";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            /** @default {} */
            conditions?: components["schemas"]["ApprovalConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 0 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "authority_change";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            /** @default {} */
            conditions?: components["schemas"]["AuthorityChangeConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 0 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "balance";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            conditions: components["schemas"]["BalanceConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 0 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "nft_transfer";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            /** @default {} */
            conditions?: components["schemas"]["NftTransferConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 5 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "outflow";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            conditions: components["schemas"]["OutflowConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 0 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        } | {
            name: string;
            /** @constant */
            ruleType: "silence";
            /**
             * @default warning
             * @enum {string}
             */
            severity?: "info" | "warning" | "critical";
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            conditions: components["schemas"]["SilenceConditions"];
            /** @default true */
            notifyEmail?: boolean;
            /** @default false */
            notifySlack?: boolean;
            /** @default false */
            notifyWebhook?: boolean;
            /** @default null */
            customWebhookUrl?: string | null;
            /** @default 0 */
            cooldownMinutes?: number;
            /**
             * @default wallet
             * @enum {string}
             */
            cooldownPer?: "wallet" | "rule";
        };
        CreateWallet: {
            label: string;
            /** @default hot */
            type?: string;
            color?: string;
            address: string;
            /** @description XRP Ledger: the wallet has only the payments of this tag. An X-address states its tag itself */
            destinationTag?: number;
            chains: ("ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet")[];
            /** @default true */
            watch?: boolean;
            /** @default [] */
            tags?: string[];
            /** @description Unique in the organisation */
            externalId?: string | null;
            managedBy?: string | null;
        };
        CreateWebhook: {
            url: string;
            events: ("alert.fired" | "alert.retracted" | "alert.acknowledged" | "alert.resolved" | "audit.checkpoint" | "coverage.difference" | "ping" | "wallet.throttled" | "configuration.changed")[];
            secret?: string;
            /** @default  */
            description?: string;
            /**
             * @default standard
             * @enum {string}
             */
            payload?: "standard" | "full";
            /** @default {} */
            match?: components["schemas"]["Match"];
            /**
             * @description Sent with each attempt. Answers show the values masked; a masked value that is written back stays. A URL at another host needs the values again
             * @default {}
             */
            headers?: {
                [key: string]: string;
            };
        };
        CreatedApiKey: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @enum {string} */
            scope: "read" | "review" | "write" | "admin";
            prefix: string;
            lastFour: string;
            /** Format: date-time */
            createdAt: string;
            expiresAt: string | null;
            revokedAt: string | null;
            lastUsedAt: string | null;
            key: string;
        };
        Delivery: {
            /** Format: uuid */
            id: string;
            webhookId: string | null;
            destinationId: string | null;
            ruleId: string | null;
            eventId: string | null;
            /** @enum {string} */
            event: "alert.fired" | "alert.retracted" | "alert.acknowledged" | "alert.resolved" | "alert.summary" | "audit.checkpoint" | "coverage.difference" | "mute.ended" | "destination.disabled" | "ping" | "wallet.throttled" | "webhook.disabled" | "address_list.failed" | "configuration.changed";
            /** @enum {string} */
            kind: "webhook" | "custom" | "email" | "slack" | "teams" | "discord" | "telegram" | "pagerduty";
            /**
             * @description The same as `kind`
             * @enum {string}
             */
            channel: "webhook" | "custom" | "email" | "slack" | "teams" | "discord" | "telegram" | "pagerduty";
            url: string;
            /** @enum {string} */
            status: "pending" | "retrying" | "delivered" | "failed" | "summarised" | "not_sent";
            /** @description Why the last attempt failed, or why nothing was sent */
            error: string | null;
            attempts: components["schemas"]["Attempt"][];
            nextAttemptAt: string | null;
            /** Format: date-time */
            createdAt: string;
            deliveredAt: string | null;
            /** @description The last replay that sent the delivery again */
            replayId: string | null;
            /** @description The delivery whose message tells of this alert, if the status is `summarised`: a summary of many alerts, or the message about another alert of the same payment */
            summaryId: string | null;
            /** @description The `summary` of the alert, without its end if it is long, or what a summary of many tells */
            alertSummary: string | null;
        };
        DeliveryDetail: {
            /** Format: uuid */
            id: string;
            webhookId: string | null;
            destinationId: string | null;
            ruleId: string | null;
            eventId: string | null;
            /** @enum {string} */
            event: "alert.fired" | "alert.retracted" | "alert.acknowledged" | "alert.resolved" | "alert.summary" | "audit.checkpoint" | "coverage.difference" | "mute.ended" | "destination.disabled" | "ping" | "wallet.throttled" | "webhook.disabled" | "address_list.failed" | "configuration.changed";
            /** @enum {string} */
            kind: "webhook" | "custom" | "email" | "slack" | "teams" | "discord" | "telegram" | "pagerduty";
            /**
             * @description The same as `kind`
             * @enum {string}
             */
            channel: "webhook" | "custom" | "email" | "slack" | "teams" | "discord" | "telegram" | "pagerduty";
            url: string;
            /** @enum {string} */
            status: "pending" | "retrying" | "delivered" | "failed" | "summarised" | "not_sent";
            /** @description Why the last attempt failed, or why nothing was sent */
            error: string | null;
            attempts: components["schemas"]["Attempt"][];
            nextAttemptAt: string | null;
            /** Format: date-time */
            createdAt: string;
            deliveredAt: string | null;
            /** @description The last replay that sent the delivery again */
            replayId: string | null;
            /** @description The delivery whose message tells of this alert, if the status is `summarised`: a summary of many alerts, or the message about another alert of the same payment */
            summaryId: string | null;
            /** @description The `summary` of the alert, without its end if it is long, or what a summary of many tells */
            alertSummary: string | null;
            request: components["schemas"]["DeliveryRequest"];
        };
        DeliveryRequest: {
            /** @description Empty before the first attempt, for e-mail, and for attempts of earlier versions. Signatures and your own headers are masked */
            headers: {
                [key: string]: string;
            };
            /** @description The exact text. Secrets that the request to a vendor adds are left out */
            body: string;
        };
        Destination: {
            /** Format: uuid */
            id: string;
            name: string;
            kind: string;
            config: {
                [key: string]: string;
            };
            match: {
                severities?: string[];
                ruleIds?: string[];
                ruleTypes?: string[];
                walletIds?: string[];
                walletTypes?: string[];
                walletTags?: string[];
                events?: ("alert.fired" | "alert.retracted" | "alert.acknowledged" | "alert.resolved" | "coverage.difference" | "wallet.throttled" | "configuration.changed")[];
            };
            isActive: boolean;
            disabledReason: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description Within a field any value, between fields all. A field without values matches everything */
        DestinationMatch: {
            severities?: ("info" | "warning" | "critical")[];
            ruleIds?: string[];
            ruleTypes?: ("any_transfer" | "large_transfer" | "token_transfer" | "inbound_only" | "outbound_only" | "contract_call" | "method_call" | "address_blacklist" | "gas_spike" | "frequency" | "contract_deploy" | "token_mint" | "approval" | "authority_change" | "nft_transfer" | "outflow" | "silence" | "balance")[];
            walletIds?: string[];
            walletTypes?: string[];
            walletTags?: string[];
            /** @description By default alert.fired and alert.retracted */
            events?: ("alert.fired" | "alert.retracted" | "alert.acknowledged" | "alert.resolved" | "coverage.difference" | "wallet.throttled" | "configuration.changed")[];
        };
        EmailStatus: {
            address: string;
            /** @enum {string} */
            status: "pending" | "confirmed" | "bounced" | "complained" | "unsubscribed";
            /** @description Null for an address from before addresses had to be confirmed */
            since: string | null;
            reason: string | null;
        };
        ExistingTransaction: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            walletId: string;
            hash: string;
            chain: string;
            blockNumber: number;
            /** Format: date-time */
            blockTimestamp: string;
            /** @enum {string} */
            direction: "inbound" | "outbound" | "internal";
            /** @enum {string} */
            txType: "transfer" | "contract_call" | "contract_deploy" | "token_mint";
            /** @enum {string} */
            status: "success" | "failed";
            fromAddress: string;
            toAddress: string | null;
            tokenSymbol: string;
            tokenAmount: string;
            valueUsd: string | null;
            /**
             * @description `pending` while a transfer waits for its price, because a source failed
             * @enum {string}
             */
            valueStatus: "known" | "pending" | "unpriced";
            methodName: string | null;
            /** @default false */
            reorged: boolean;
            gasPriceGwei: string | null;
            feeAmount: string;
            /** @description XRP Ledger only. 0 is a tag */
            destinationTag: number | null;
            references: components["schemas"]["Reference"][];
            transfers: {
                asset: string;
                tokenAddress: string | null;
                tokenId: string | null;
                standard: string;
                from: string;
                to: string;
                amount: string;
                valueUsd: string | null;
                /** @enum {string} */
                direction: "inbound" | "outbound" | "internal";
                /** @enum {string} */
                origin: "value" | "call" | "log" | "withdrawal";
                /**
                 * @description A known address that the counterparty looks like
                 * @default null
                 */
                lookalike: {
                    /** @description The known address: its first four and last four characters are the same */
                    of: string;
                    /**
                     * @description Whether the wallet has paid the address, or the address book has it
                     * @enum {string}
                     */
                    kind: "paid" | "book";
                } | null;
            }[];
            /** @enum {string} */
            detail: "full" | "logs";
            approvals: components["schemas"]["Approval"][];
            authority: {
                /** @enum {string} */
                kind: "owner_added" | "owner_removed" | "threshold_changed" | "module_enabled" | "module_disabled" | "guard_changed" | "implementation_changed" | "ownership_transferred" | "role_granted" | "role_revoked" | "regular_key_set" | "signer_list_set" | "master_key_disabled" | "token_authority_set" | "account_closed" | "admin_changed" | "fallback_handler_changed" | "delegation_set" | "delegation_cleared";
                subject: string;
                before: string | null;
                after: string | null;
            }[];
            /** @description How many entries of the transaction the record leaves out */
            omitted: {
                transfers: number;
                approvals: number;
                authority: number;
            };
            /** @description Whether a node or a watched block has stated the facts of the record */
            verified: boolean;
            notes: string;
            tags: string[];
            /** @description Id of the API key or of the person who last wrote notes or tags */
            annotatedBy: string | null;
            /** @description Name of this key or person at that time */
            annotatedByName: string | null;
            /** @enum {string} */
            source: "import" | "watch" | "reconcile";
            /** Format: date-time */
            createdAt: string;
            wallet: {
                label: string;
                type: string;
                color: string;
                /** @default [] */
                tags: string[];
                /** @default null */
                externalId: string | null;
            };
            /**
             * @description Of the own wallet, or else in the address book
             * @default null
             */
            fromLabel: string | null;
            /**
             * @description Of the own wallet, or else in the address book
             * @default null
             */
            toLabel: string | null;
            /** @description One sentence about the record, for people. Its wording may change */
            summary: string;
            /** @constant */
            alreadyExists: true;
        };
        Export: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "running" | "completed" | "cancelled" | "failed";
            filters: components["schemas"]["TransactionFilters"];
            rows: number;
            total: number | null;
            url: string | null;
            expiresAt: string | null;
            error: string | null;
            /** Format: date-time */
            createdAt: string;
            finishedAt: string | null;
        };
        Flows: {
            /**
             * Format: date-time
             * @description Later than asked for when the range has more than 5,000 transactions: the newest count
             */
            from: string;
            /** Format: date-time */
            to: string;
            /** @description Oldest first, with the empty ones */
            days: {
                /**
                 * Format: date-time
                 * @description The start of the UTC day
                 */
                at: string;
                /** @description What came from outside */
                inUsd: string;
                /** @description What went outside */
                outUsd: string;
            }[];
        };
        FrequencyConditions: {
            count: {
                gte: number | string;
            };
            window_minutes: number | string;
        };
        GasSpikeConditions: {
            gas_price_gwei: {
                gte?: string | number;
                gt?: string | number;
                lte?: string | number;
                lt?: string | number;
            };
        };
        Health: {
            /**
             * @description failing: a check is failing. Always ok without `deep`
             * @enum {string}
             */
            status: "ok" | "failing";
            stage: string;
            version: string;
            /** @description Only with `deep` */
            checks?: components["schemas"]["HealthCheck"][];
        };
        HealthCheck: {
            /** @description `table`, a queue, a secret, or a chain */
            name: string;
            /** @enum {string} */
            status: "ok" | "failing";
            /** @description How long the check took */
            ms: number;
            detail: string;
        };
        ImportTransaction: {
            /** Format: uuid */
            walletId: string;
            hash: string;
            /** @enum {string} */
            chain: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
            blockNumber: number;
            /** @description ISO 8601 instant with any offset, or a bare date */
            blockTimestamp: string;
            fromAddress: string;
            toAddress?: string | null;
            /** @default 0 */
            valueDecimal?: string;
            tokenSymbol?: string;
            /**
             * @default transfer
             * @enum {string}
             */
            txType?: "transfer" | "contract_call" | "contract_deploy" | "token_mint";
            /**
             * @default success
             * @enum {string}
             */
            status?: "success" | "failed";
        };
        InboundOnlyConditions: {
            /**
             * @description Which end of the transfer the wallet is. A payment between own wallets has a wallet at both ends
             * @enum {string}
             */
            side?: "sends" | "receives";
            /**
             * @description What the other end is: `own` is a wallet of the organisation, `outside` is none
             * @default outside
             * @enum {string}
             */
            other_end?: "outside" | "own" | "any";
            /** @description Each counterparty is one of these: an address, `list:<name>` for an address list, `own_wallets`, or `address_book`. The counterparty of a token transfer is its other end, and of an approval its spender */
            counterparty_in?: string[];
            /** @description No counterparty is one of these, written as in `counterparty_in` */
            counterparty_not_in?: string[];
            /**
             * @description The wallet has never dealt with the counterparty in this direction. Dust, nothing, and unpriced tokens of strangers make nobody known
             * @constant
             */
            first_time?: true;
            /**
             * @description The counterparty looks like an address that the wallet has paid or the address book has, and is another
             * @constant
             */
            lookalike?: true;
            value_usd?: {
                gte?: string | number;
                gt?: string | number;
                lte?: string | number;
                lt?: string | number;
            };
            /**
             * @description `ignore` (the default): the rule waits for a value that is pending, and does not match without a value; `match`: the rule fires at once
             * @enum {string}
             */
            unknown_value?: "ignore" | "match";
            token_symbol?: string | string[];
            /** @description A destination tag, several, or null for a transaction without one */
            destination_tag?: number | number[] | null;
            /** @description A part of a memo that is text, in any case */
            memo_contains?: string;
        };
        KeptKey: {
            /** Format: date-time */
            expiresAt: string;
        };
        LargeTransferConditions: {
            /** @enum {string} */
            direction?: "inbound" | "outbound" | "internal";
            /**
             * @description Which end of the transfer the wallet is. A payment between own wallets has a wallet at both ends
             * @enum {string}
             */
            side?: "sends" | "receives";
            /**
             * @description What the other end is: `own` is a wallet of the organisation, `outside` is none
             * @enum {string}
             */
            other_end?: "outside" | "own" | "any";
            /** @description Each counterparty is one of these: an address, `list:<name>` for an address list, `own_wallets`, or `address_book`. The counterparty of a token transfer is its other end, and of an approval its spender */
            counterparty_in?: string[];
            /** @description No counterparty is one of these, written as in `counterparty_in` */
            counterparty_not_in?: string[];
            /**
             * @description The wallet has never dealt with the counterparty in this direction. Dust, nothing, and unpriced tokens of strangers make nobody known
             * @constant
             */
            first_time?: true;
            /**
             * @description The counterparty looks like an address that the wallet has paid or the address book has, and is another
             * @constant
             */
            lookalike?: true;
            value_usd: {
                gte?: string | number;
                gt?: string | number;
                lte?: string | number;
                lt?: string | number;
            };
            /**
             * @description `ignore` (the default): the rule waits for a value that is pending, and does not match without a value; `match`: the rule fires at once
             * @enum {string}
             */
            unknown_value?: "ignore" | "match";
            /** @description A destination tag, several, or null for a transaction without one */
            destination_tag?: number | number[] | null;
            /** @description A part of a memo that is text, in any case */
            memo_contains?: string;
        };
        Limit: {
            limit: number;
            /** @description null where nobody counts */
            used: number | null;
        };
        Lookup: {
            /** @constant */
            source: "database";
            transaction: components["schemas"]["Transaction"];
            transactions: components["schemas"]["Transaction"][];
        } | {
            /** @constant */
            source: "blockchain";
            transaction: {
                /** Format: uuid */
                walletId?: string;
                hash: string;
                chain: string;
                blockNumber: number;
                /** Format: date-time */
                blockTimestamp: string;
                fromAddress: string;
                toAddress?: string;
                valueDecimal: string;
                tokenSymbol: string;
                /** @enum {string} */
                txType: "transfer" | "contract_call" | "contract_deploy" | "token_mint";
                /** @enum {string} */
                status: "success" | "failed";
            };
            /** @description As in `Transaction`. Without a wallet of the organisation: as the sender sees it */
            summary: string;
            transfers: {
                asset: string;
                tokenAddress: string | null;
                tokenId: string | null;
                standard: string;
                from: string;
                to: string;
                amount: string;
                valueUsd: string | null;
                /** @enum {string} */
                direction: "inbound" | "outbound" | "internal";
                /** @enum {string} */
                origin: "value" | "call" | "log" | "withdrawal";
                /**
                 * @description A known address that the counterparty looks like
                 * @default null
                 */
                lookalike: {
                    /** @description The known address: its first four and last four characters are the same */
                    of: string;
                    /**
                     * @description Whether the wallet has paid the address, or the address book has it
                     * @enum {string}
                     */
                    kind: "paid" | "book";
                } | null;
            }[];
            /** @enum {string} */
            status: "success" | "failed";
            destinationTag: number | null;
            references: components["schemas"]["Reference"][];
            gasPriceGwei: string | null;
            methodName: string | null;
        };
        /** @description Within a field any value, between fields all. A field without values matches everything */
        Match: {
            severities?: ("info" | "warning" | "critical")[];
            ruleIds?: string[];
            ruleTypes?: ("any_transfer" | "large_transfer" | "token_transfer" | "inbound_only" | "outbound_only" | "contract_call" | "method_call" | "address_blacklist" | "gas_spike" | "frequency" | "contract_deploy" | "token_mint" | "approval" | "authority_change" | "nft_transfer" | "outflow" | "silence" | "balance")[];
            walletIds?: string[];
            walletTypes?: string[];
            walletTags?: string[];
        };
        Me: {
            organisation: {
                /** Format: uuid */
                id: string;
                name: string;
            };
            /**
             * @description What the caller may do
             * @enum {string}
             */
            scope: "read" | "review" | "write" | "admin";
            /** @description null for a person */
            key: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @enum {string} */
                scope: "read" | "review" | "write" | "admin";
                prefix: string;
                lastFour: string;
                expiresAt: string | null;
            } | null;
            /** @description null for an API key */
            person: components["schemas"]["Person"] | null;
            /** @description What the organisation may have at most; records per hour count for each chain */
            limits: {
                wallets: components["schemas"]["Limit"];
                rules: components["schemas"]["Limit"];
                webhooks: components["schemas"]["Limit"];
                keys: components["schemas"]["Limit"];
                addressBook: components["schemas"]["Limit"];
                listEntries: components["schemas"]["Limit"];
                requestsPerSecond: components["schemas"]["Limit"];
                recordsPerHour: components["schemas"]["Limit"];
                mailsPerMinute: components["schemas"]["Limit"];
            };
        };
        MethodCallConditions: {
            method: string;
        };
        NftTransferConditions: {
            /** @enum {string} */
            direction?: "inbound" | "outbound" | "internal";
            /**
             * @description Which end of the transfer the wallet is. A payment between own wallets has a wallet at both ends
             * @enum {string}
             */
            side?: "sends" | "receives";
            /**
             * @description What the other end is: `own` is a wallet of the organisation, `outside` is none
             * @enum {string}
             */
            other_end?: "outside" | "own" | "any";
            /** @description Each counterparty is one of these: an address, `list:<name>` for an address list, `own_wallets`, or `address_book`. The counterparty of a token transfer is its other end, and of an approval its spender */
            counterparty_in?: string[];
            /** @description No counterparty is one of these, written as in `counterparty_in` */
            counterparty_not_in?: string[];
            /**
             * @description The wallet has never dealt with the counterparty in this direction. Dust, nothing, and unpriced tokens of strangers make nobody known
             * @constant
             */
            first_time?: true;
            /**
             * @description The counterparty looks like an address that the wallet has paid or the address book has, and is another
             * @constant
             */
            lookalike?: true;
            token_address?: string;
            token_id?: string;
            /** @description A destination tag, several, or null for a transaction without one */
            destination_tag?: number | number[] | null;
            /** @description A part of a memo that is text, in any case */
            memo_contains?: string;
        };
        OutboundOnlyConditions: {
            /**
             * @description Which end of the transfer the wallet is. A payment between own wallets has a wallet at both ends
             * @enum {string}
             */
            side?: "sends" | "receives";
            /**
             * @description What the other end is: `own` is a wallet of the organisation, `outside` is none
             * @default outside
             * @enum {string}
             */
            other_end?: "outside" | "own" | "any";
            /** @description Each counterparty is one of these: an address, `list:<name>` for an address list, `own_wallets`, or `address_book`. The counterparty of a token transfer is its other end, and of an approval its spender */
            counterparty_in?: string[];
            /** @description No counterparty is one of these, written as in `counterparty_in` */
            counterparty_not_in?: string[];
            /**
             * @description The wallet has never dealt with the counterparty in this direction. Dust, nothing, and unpriced tokens of strangers make nobody known
             * @constant
             */
            first_time?: true;
            /**
             * @description The counterparty looks like an address that the wallet has paid or the address book has, and is another
             * @constant
             */
            lookalike?: true;
            value_usd?: {
                gte?: string | number;
                gt?: string | number;
                lte?: string | number;
                lt?: string | number;
            };
            /**
             * @description `ignore` (the default): the rule waits for a value that is pending, and does not match without a value; `match`: the rule fires at once
             * @enum {string}
             */
            unknown_value?: "ignore" | "match";
            token_symbol?: string | string[];
            /** @description A destination tag, several, or null for a transaction without one */
            destination_tag?: number | number[] | null;
            /** @description A part of a memo that is text, in any case */
            memo_contains?: string;
        };
        OutflowConditions: {
            value_usd?: {
                gte?: string | number;
                gt?: string | number;
            };
            amount?: {
                gte?: string | number;
                gt?: string | number;
            };
            /** @description `native`, or the address of a token */
            asset?: string;
            window_minutes: number | string;
            /**
             * @description One sum for each wallet, the default, or one for the rule
             * @enum {string}
             */
            per?: "wallet" | "rule";
        };
        Person: {
            /** @description `person:` and the subject of the access token */
            id: string;
            name: string;
            email: string | null;
        };
        PingBody: {
            /** @constant */
            event: "ping";
            /** Format: date-time */
            fired_at: string;
            webhook: {
                /** Format: uuid */
                id: string;
            };
        };
        PreviewRule: {
            rule: components["schemas"]["TestedRule"];
        };
        Problem: {
            /** Format: uri */
            type: string;
            title: string;
            status: number;
            /** @enum {string} */
            code: "invalid_json" | "validation_failed" | "unauthorized" | "forbidden" | "organisation_suspended" | "not_found" | "invalid_transition" | "conflict" | "idempotency_conflict" | "idempotency_in_progress" | "gone" | "payload_too_large" | "export_too_large" | "unsupported_media_type" | "rate_limited" | "internal" | "unavailable" | "chain_unavailable";
            detail: string;
            requestId: string;
            errors?: {
                path: string;
                message: string;
            }[];
        };
        Reason: {
            condition: string;
            expected: unknown;
            actual: unknown;
            passed: boolean;
        };
        Reconciliation: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            walletId: string;
            /** @enum {string} */
            chain: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
            asset: string;
            tokenAddress: string | null;
            /** @description What the records say */
            expected: string;
            /** @description What the chain says */
            actual: string;
            /** @description actual minus expected, with a leading - when negative */
            difference: string;
            /** @description The deviation arose in the blocks from this height … */
            fromHeight: number;
            /** @description … to this height */
            toHeight: number;
            /** @enum {string} */
            status: "open" | "explained";
            explanation: string | null;
            /** @description The records that explain the deviation */
            transactionIds: string[];
            /** Format: date-time */
            createdAt: string;
            explainedAt: string | null;
        };
        Reference: {
            /** @enum {string} */
            kind: "source_tag" | "invoice_id" | "memo" | "reference";
            /** @description At most 256 characters, safe to show */
            value: string;
            /**
             * @description `hex` for a value that is no text
             * @enum {string}
             */
            encoding: "text" | "hex";
            /** @description Whether the transaction states more than `value` */
            truncated: boolean;
        };
        Replay: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "running" | "completed" | "cancelled" | "failed";
            filter: {
                /** @enum {string} */
                status: "failed" | "delivered" | "not_sent";
                webhookId: string | null;
                /** @default null */
                destinationId: string | null;
                from: string | null;
                to: string | null;
            };
            total: number | null;
            replayed: number;
            skipped: number;
            failure: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            completedAt: string | null;
        };
        ReplayAnswer: {
            /**
             * Format: uuid
             * @description A filter of the list of deliveries: what became of the accepted deliveries
             */
            replayId: string;
            accepted: string[];
            failed: {
                id: string;
                /** @enum {string} */
                code: "invalid_json" | "validation_failed" | "unauthorized" | "forbidden" | "organisation_suspended" | "not_found" | "invalid_transition" | "conflict" | "idempotency_conflict" | "idempotency_in_progress" | "gone" | "payload_too_large" | "export_too_large" | "unsupported_media_type" | "rate_limited" | "internal" | "unavailable" | "chain_unavailable";
            }[];
        };
        ReplayDeliveries: {
            ids: string[];
        };
        ResendConfirmation: {
            address: string;
        };
        ResolveEvent: {
            note?: string;
        };
        ResumedKey: {
            key: string;
        };
        Review: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            status: "running" | "completed" | "cancelled" | "failed";
            /** @enum {string} */
            action: "acknowledge" | "resolve";
            note: string | null;
            /** @description The key or person that asked for it */
            reviewer: {
                id: string;
                name: string;
            };
            filter: {
                status: ("open" | "acknowledged" | "resolved") | null;
                severity: ("info" | "warning" | "critical") | null;
                ruleId: string | null;
                walletId: string | null;
                walletTag: string | null;
                chain: ("ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet") | null;
                from: string | null;
                to: string | null;
            };
            wholePayments: boolean;
            /** @description How many alerts the filter found at the beginning. Null before the count */
            total: number | null;
            reviewed: number;
            /** @description Alerts that others had reviewed when the job reached them */
            skipped: number;
            /** @description Alerts that were busy: others changed them at that moment. A further review finds them */
            failed: number;
            /** @description Why the job failed. Null unless it failed */
            failure: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            completedAt: string | null;
        };
        Rule: {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["AnyTransferConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "any_transfer";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["LargeTransferConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "large_transfer";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["TokenTransferConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "token_transfer";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["InboundOnlyConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "inbound_only";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["OutboundOnlyConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "outbound_only";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["ContractCallConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "contract_call";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["MethodCallConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "method_call";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["AddressBlacklistConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "address_blacklist";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["GasSpikeConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "gas_spike";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["FrequencyConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "frequency";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["ContractDeployConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "contract_deploy";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["TokenMintConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "token_mint";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["ApprovalConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "approval";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["AuthorityChangeConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "authority_change";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["BalanceConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "balance";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["NftTransferConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "nft_transfer";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["OutflowConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "outflow";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["SilenceConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "silence";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
        };
        RuleDecision: {
            /** Format: uuid */
            ruleId: string;
            ruleName: string;
            /** @enum {string} */
            outcome: "fired" | "suppressed" | "waiting" | "not_matched";
            /** @description Why the rule suppressed its match (`cooldown`, `muted`), or what it waits for (`price`, `evaluation`) */
            reason: ("cooldown" | "muted" | "price" | "evaluation") | null;
            /** @description The alert; of a match within a cooldown, the alert that stands for it */
            eventId: string | null;
            /** @description Null while nothing is decided, and for a rule that does not match */
            decidedAt: string | null;
            /** @description As `POST /api/alerts/rules/test` gives them; a long list of values is cut */
            reasons: components["schemas"]["Reason"][];
        };
        RulePreview: {
            /** @description How many of the newest 200 records are of the wallets of the rule */
            judged: number;
            /** @description Matches, without cooldowns and mutes */
            matched: number;
            /** @description The block time of the oldest of them */
            since: string | null;
            /** @description The newest matches, at most 5 */
            samples: {
                /** Format: uuid */
                transactionId: string;
                /** Format: date-time */
                blockTimestamp: string;
                summary: string;
            }[];
        };
        RuleTest: {
            matches: boolean;
            reasons: components["schemas"]["Reason"][];
        };
        RuleWithSecret: {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["AnyTransferConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "any_transfer";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["LargeTransferConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "large_transfer";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["TokenTransferConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "token_transfer";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["InboundOnlyConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "inbound_only";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["OutboundOnlyConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "outbound_only";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["ContractCallConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "contract_call";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["MethodCallConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "method_call";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["AddressBlacklistConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "address_blacklist";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["GasSpikeConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "gas_spike";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["FrequencyConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "frequency";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["ContractDeployConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "contract_deploy";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["TokenMintConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "token_mint";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["ApprovalConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "approval";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["AuthorityChangeConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "authority_change";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["BalanceConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "balance";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["NftTransferConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "nft_transfer";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["OutflowConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "outflow";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        } | {
            name: string;
            /** @enum {string} */
            severity: "info" | "warning" | "critical";
            conditions: components["schemas"]["SilenceConditions"];
            wallets: components["schemas"]["WalletSelector"];
            /** @description The same as `wallets.ids` */
            walletIds: string[];
            notifyEmail: boolean;
            notifySlack: boolean;
            notifyWebhook: boolean;
            customWebhookUrl: string | null;
            cooldownMinutes: number;
            /** @enum {string} */
            cooldownPer: "wallet" | "rule";
            /** Format: uuid */
            id: string;
            /** @constant */
            ruleType: "silence";
            isActive: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            lastFiredAt: string | null;
            firedCount: number;
            /** @description Matches that made no alert */
            suppressedCount: number;
            suppressedByReason: {
                cooldown: number;
                muted: number;
            };
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
            /** @description How many would get an alert: destinations, subscriptions, and what settings and rule name */
            audience: number;
            customWebhookSecret?: string;
        };
        Settings: {
            emails: string[];
            /** @description The addresses of `emails`, and those of destinations that are on: whether each of them gets alerts */
            emailStatus: components["schemas"]["EmailStatus"][];
            slackWebhookUrl: string | null;
        };
        SilenceConditions: {
            /**
             * @description By default, both
             * @enum {string}
             */
            direction?: "inbound" | "outbound";
            /** @description `native`, or the address of a token */
            asset?: string;
            hours: number | string;
        };
        Stats: {
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @enum {string} */
            interval: "hour" | "day";
            /** @description Oldest first, with the empty ones. The first and the last count only what lies in the range */
            buckets: {
                /**
                 * Format: date-time
                 * @description The start of the UTC hour or day
                 */
                at: string;
                /** @description By `firedAt`, with retracted alerts */
                alerts: {
                    info: number;
                    warning: number;
                    critical: number;
                };
                /** @description By `blockTimestamp`, without reorged transactions. Names only the chains that have a transaction */
                transactions: {
                    [key: string]: number;
                };
                /** @description By `createdAt`, with the present status. `other` deliveries are all others, such as pending, retrying, not sent and summarised. Null with `walletTag` */
                deliveries: {
                    delivered: number;
                    failed: number;
                    other: number;
                } | null;
            }[];
            /** @description Who got the deliveries of all buckets, most first. At most 500. Empty with `walletTag` */
            recipients: {
                /** @description Of a subscription or a destination. Null: the settings and the webhooks of rules */
                id: string | null;
                /** @description With the present status */
                deliveries: {
                    delivered: number;
                    failed: number;
                    retrying: number;
                    pending: number;
                    not_sent: number;
                    summarised: number;
                };
            }[];
        };
        Suppressed: {
            count: number;
            /** @description The largest known USD value of these matches */
            largestUsd: string | null;
        };
        TestRule: {
            rule?: components["schemas"]["TestedRule"];
            /** Format: uuid */
            ruleId?: string;
            transaction?: {
                /** Format: uuid */
                id?: string;
                /** Format: uuid */
                walletId?: string;
                /** @default  */
                hash?: string;
                /** @default ethereum */
                chain?: string;
                /** @default 0 */
                blockNumber?: number;
                /** @description ISO 8601 instant with any offset, or a bare date */
                blockTimestamp?: string;
                /**
                 * @default inbound
                 * @enum {string}
                 */
                direction?: "inbound" | "outbound" | "internal";
                /**
                 * @default transfer
                 * @enum {string}
                 */
                txType?: "transfer" | "contract_call" | "contract_deploy" | "token_mint";
                /**
                 * @default success
                 * @enum {string}
                 */
                status?: "success" | "failed";
                /** @default  */
                fromAddress?: string;
                /** @default null */
                toAddress?: string | null;
                /** @default  */
                tokenSymbol?: string;
                /** @default 0 */
                tokenAmount?: string;
                /** @default null */
                valueUsd?: string | null;
                /** @enum {string} */
                valueStatus?: "known" | "pending" | "unpriced";
                /** @default null */
                methodName?: string | null;
                /** @default null */
                gasPriceGwei?: string | null;
                /** @default 0 */
                feeAmount?: string;
                /** @default null */
                destinationTag?: number | null;
                /** @default [] */
                references?: {
                    /** @enum {string} */
                    kind: "source_tag" | "invoice_id" | "memo" | "reference";
                    value: string;
                    /**
                     * @description `hex` for a value that is no text
                     * @default text
                     * @enum {string}
                     */
                    encoding?: "text" | "hex";
                    /** @default false */
                    truncated?: boolean;
                }[];
                transfers?: {
                    asset: string;
                    tokenAddress: string | null;
                    tokenId: string | null;
                    standard: string;
                    from: string;
                    to: string;
                    amount: string;
                    valueUsd: string | null;
                    /** @enum {string} */
                    direction: "inbound" | "outbound" | "internal";
                    /**
                     * @default value
                     * @enum {string}
                     */
                    origin?: "value" | "call" | "log" | "withdrawal";
                    /**
                     * @description A known address that the counterparty looks like
                     * @default null
                     */
                    lookalike?: {
                        /** @description The known address: its first four and last four characters are the same */
                        of: string;
                        /**
                         * @description Whether the wallet has paid the address, or the address book has it
                         * @enum {string}
                         */
                        kind: "paid" | "book";
                    } | null;
                }[];
                omitted?: {
                    transfers: number;
                    approvals: number;
                    authority: number;
                };
                verified?: boolean;
                notes?: string;
                tags?: string[];
                annotatedBy?: string | null;
                annotatedByName?: string | null;
                /**
                 * @default full
                 * @enum {string}
                 */
                detail?: "full" | "logs";
                /** @default [] */
                approvals?: {
                    standard: string;
                    asset: string;
                    tokenAddress: string;
                    tokenId: string | null;
                    owner: string;
                    spender: string;
                    amount: string | null;
                    unlimited: boolean;
                    approved: boolean;
                    expiresAt: string | null;
                }[];
                /** @default [] */
                authority?: {
                    /** @enum {string} */
                    kind: "owner_added" | "owner_removed" | "threshold_changed" | "module_enabled" | "module_disabled" | "guard_changed" | "implementation_changed" | "ownership_transferred" | "role_granted" | "role_revoked" | "regular_key_set" | "signer_list_set" | "master_key_disabled" | "token_authority_set" | "account_closed" | "admin_changed" | "fallback_handler_changed" | "delegation_set" | "delegation_cleared";
                    subject: string;
                    before: string | null;
                    after: string | null;
                }[];
                /** @enum {string} */
                source?: "import" | "watch" | "reconcile";
                /** @description ISO 8601 instant with any offset, or a bare date */
                createdAt?: string;
                reorged?: boolean;
                wallet?: {
                    label: string;
                    type: string;
                    color: string;
                    /** @default [] */
                    tags?: string[];
                    /** @default null */
                    externalId?: string | null;
                };
                fromLabel?: string | null;
                toLabel?: string | null;
                summary?: string;
            };
            /** Format: uuid */
            transactionId?: string;
        };
        TestedRule: {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            /** @default {} */
            conditions?: components["schemas"]["AnyTransferConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "any_transfer";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            conditions: components["schemas"]["LargeTransferConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "large_transfer";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            conditions: components["schemas"]["TokenTransferConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "token_transfer";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            /** @default {} */
            conditions?: components["schemas"]["InboundOnlyConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "inbound_only";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            /** @default {} */
            conditions?: components["schemas"]["OutboundOnlyConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "outbound_only";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            /** @default {} */
            conditions?: components["schemas"]["ContractCallConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "contract_call";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            conditions: components["schemas"]["MethodCallConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "method_call";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            conditions: components["schemas"]["AddressBlacklistConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "address_blacklist";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            conditions: components["schemas"]["GasSpikeConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "gas_spike";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            conditions: components["schemas"]["FrequencyConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "frequency";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            /** @default {} */
            conditions?: components["schemas"]["ContractDeployConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "contract_deploy";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            /** @default {} */
            conditions?: components["schemas"]["TokenMintConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "token_mint";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            /** @default {} */
            conditions?: components["schemas"]["ApprovalConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "approval";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            /** @default {} */
            conditions?: components["schemas"]["AuthorityChangeConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "authority_change";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            conditions: components["schemas"]["BalanceConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "balance";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            /** @default {} */
            conditions?: components["schemas"]["NftTransferConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "nft_transfer";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            conditions: components["schemas"]["OutflowConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "outflow";
        } | {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            conditions: components["schemas"]["SilenceConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @constant */
            ruleType: "silence";
        };
        TokenMintConditions: {
            token_symbol?: string | string[];
            token_address?: string;
        };
        TokenTransferConditions: {
            /** @enum {string} */
            direction?: "inbound" | "outbound" | "internal";
            /**
             * @description Which end of the transfer the wallet is. A payment between own wallets has a wallet at both ends
             * @enum {string}
             */
            side?: "sends" | "receives";
            /**
             * @description What the other end is: `own` is a wallet of the organisation, `outside` is none
             * @enum {string}
             */
            other_end?: "outside" | "own" | "any";
            /** @description Each counterparty is one of these: an address, `list:<name>` for an address list, `own_wallets`, or `address_book`. The counterparty of a token transfer is its other end, and of an approval its spender */
            counterparty_in?: string[];
            /** @description No counterparty is one of these, written as in `counterparty_in` */
            counterparty_not_in?: string[];
            /**
             * @description The wallet has never dealt with the counterparty in this direction. Dust, nothing, and unpriced tokens of strangers make nobody known
             * @constant
             */
            first_time?: true;
            /**
             * @description The counterparty looks like an address that the wallet has paid or the address book has, and is another
             * @constant
             */
            lookalike?: true;
            token_symbol?: string | string[];
            token_address?: string;
            amount?: {
                gte?: string | number;
                gt?: string | number;
                lte?: string | number;
                lt?: string | number;
            };
            /** @description A destination tag, several, or null for a transaction without one */
            destination_tag?: number | number[] | null;
            /** @description A part of a memo that is text, in any case */
            memo_contains?: string;
        };
        Transaction: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            walletId: string;
            hash: string;
            chain: string;
            blockNumber: number;
            /** Format: date-time */
            blockTimestamp: string;
            /** @enum {string} */
            direction: "inbound" | "outbound" | "internal";
            /** @enum {string} */
            txType: "transfer" | "contract_call" | "contract_deploy" | "token_mint";
            /** @enum {string} */
            status: "success" | "failed";
            fromAddress: string;
            toAddress: string | null;
            tokenSymbol: string;
            tokenAmount: string;
            valueUsd: string | null;
            /**
             * @description `pending` while a transfer waits for its price, because a source failed
             * @enum {string}
             */
            valueStatus: "known" | "pending" | "unpriced";
            methodName: string | null;
            /** @default false */
            reorged: boolean;
            gasPriceGwei: string | null;
            feeAmount: string;
            /** @description XRP Ledger only. 0 is a tag */
            destinationTag: number | null;
            references: components["schemas"]["Reference"][];
            transfers: {
                asset: string;
                tokenAddress: string | null;
                tokenId: string | null;
                standard: string;
                from: string;
                to: string;
                amount: string;
                valueUsd: string | null;
                /** @enum {string} */
                direction: "inbound" | "outbound" | "internal";
                /** @enum {string} */
                origin: "value" | "call" | "log" | "withdrawal";
                /**
                 * @description A known address that the counterparty looks like
                 * @default null
                 */
                lookalike: {
                    /** @description The known address: its first four and last four characters are the same */
                    of: string;
                    /**
                     * @description Whether the wallet has paid the address, or the address book has it
                     * @enum {string}
                     */
                    kind: "paid" | "book";
                } | null;
            }[];
            /** @enum {string} */
            detail: "full" | "logs";
            approvals: components["schemas"]["Approval"][];
            authority: {
                /** @enum {string} */
                kind: "owner_added" | "owner_removed" | "threshold_changed" | "module_enabled" | "module_disabled" | "guard_changed" | "implementation_changed" | "ownership_transferred" | "role_granted" | "role_revoked" | "regular_key_set" | "signer_list_set" | "master_key_disabled" | "token_authority_set" | "account_closed" | "admin_changed" | "fallback_handler_changed" | "delegation_set" | "delegation_cleared";
                subject: string;
                before: string | null;
                after: string | null;
            }[];
            /** @description How many entries of the transaction the record leaves out */
            omitted: {
                transfers: number;
                approvals: number;
                authority: number;
            };
            /** @description Whether a node or a watched block has stated the facts of the record */
            verified: boolean;
            notes: string;
            tags: string[];
            /** @description Id of the API key or of the person who last wrote notes or tags */
            annotatedBy: string | null;
            /** @description Name of this key or person at that time */
            annotatedByName: string | null;
            /** @enum {string} */
            source: "import" | "watch" | "reconcile";
            /** Format: date-time */
            createdAt: string;
            wallet: {
                label: string;
                type: string;
                color: string;
                /** @default [] */
                tags: string[];
                /** @default null */
                externalId: string | null;
            };
            /**
             * @description Of the own wallet, or else in the address book
             * @default null
             */
            fromLabel: string | null;
            /**
             * @description Of the own wallet, or else in the address book
             * @default null
             */
            toLabel: string | null;
            /** @description One sentence about the record, for people. Its wording may change */
            summary: string;
        };
        TransactionFilters: {
            /** Format: uuid */
            walletId?: string;
            /** @description A tag that the wallet of the record carries now, exactly */
            walletTag?: string;
            /** @enum {string} */
            chain?: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
            /** @enum {string} */
            direction?: "inbound" | "outbound" | "internal";
            tokenSymbol?: string;
            /** @enum {string} */
            status?: "success" | "failed";
            /** @enum {string} */
            txType?: "transfer" | "contract_call" | "contract_deploy" | "token_mint";
            /** @description A tag that the transaction has, exactly */
            tag?: string;
            /** @description An address at either end of the transaction or of a transfer */
            counterparty?: string;
            /** @description Only transactions of at least this value in USD */
            minValueUsd?: string;
            /** @enum {string} */
            valueStatus?: "known" | "pending" | "unpriced";
            /** @description A destination tag, or `none` for transactions without one */
            destinationTag?: number | string;
            /** @description The whole value of a reference of the transaction */
            reference?: string;
            /**
             * @description `true`: a counterparty looks like a known address and is another address
             * @enum {string}
             */
            lookalike?: "true" | "false";
            /** @description ISO 8601 instant with any offset, or a bare date */
            from?: string;
            /** @description ISO 8601 instant with any offset, or a bare date */
            to?: string;
            /** @enum {string} */
            includeReorged?: "true" | "false";
            /** @description The beginning of a hash, or words of the notes, of the label of the wallet and of text references */
            q?: string;
        };
        UpdateAddressBookEntry: {
            label?: string;
            note?: string;
            lists?: string[];
        };
        UpdateAddressList: {
            /**
             * @description What the list is for, as people read it. Rules decide what follows from it
             * @enum {string}
             */
            purpose?: "allow" | "deny" | "info";
            source?: {
                url: string;
                /** @enum {string} */
                format: "text" | "csv" | "json";
                /** @default null */
                column?: string | null;
            } | null;
        };
        UpdateDestination: {
            name?: string;
            /** @description The fields that change. A masked secret that is written back stays as it is */
            config?: {
                [key: string]: string;
            };
            match?: components["schemas"]["DestinationMatch"];
            isActive?: boolean;
        };
        UpdateRule: {
            name?: string;
            /** @enum {string} */
            severity?: "info" | "warning" | "critical";
            conditions?: components["schemas"]["AnyTransferConditions"] | components["schemas"]["LargeTransferConditions"] | components["schemas"]["TokenTransferConditions"] | components["schemas"]["InboundOnlyConditions"] | components["schemas"]["OutboundOnlyConditions"] | components["schemas"]["ContractCallConditions"] | components["schemas"]["MethodCallConditions"] | components["schemas"]["AddressBlacklistConditions"] | components["schemas"]["GasSpikeConditions"] | components["schemas"]["FrequencyConditions"] | components["schemas"]["ContractDeployConditions"] | components["schemas"]["TokenMintConditions"] | components["schemas"]["ApprovalConditions"] | components["schemas"]["AuthorityChangeConditions"] | components["schemas"]["BalanceConditions"] | components["schemas"]["NftTransferConditions"] | components["schemas"]["OutflowConditions"] | components["schemas"]["SilenceConditions"];
            wallets?: components["schemas"]["WalletSelectorInput"];
            /** @description The same as `wallets.ids` */
            walletIds?: string[];
            notifyEmail?: boolean;
            notifySlack?: boolean;
            notifyWebhook?: boolean;
            customWebhookUrl?: string | null;
            cooldownMinutes?: number;
            /** @enum {string} */
            cooldownPer?: "wallet" | "rule";
            isActive?: boolean;
            /** @description At most 30 days ahead, together with `muteReason`; null ends the mute */
            mutedUntil?: string | null;
            muteReason?: string | null;
            /** @description Whether the mute covers alerts of severity `critical` and of type `authority_change`. Default: false */
            muteCritical?: boolean;
        };
        UpdateSettings: {
            emails?: string[];
            slackWebhookUrl?: string | null;
        };
        UpdateWallet: {
            label?: string;
            type?: string;
            color?: string;
            chains?: ("ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet")[];
            watch?: boolean;
            tags?: string[];
            externalId?: string | null;
            managedBy?: string | null;
            /** @description At most 30 days ahead, together with `muteReason`; null ends the mute */
            mutedUntil?: string | null;
            muteReason?: string | null;
            /** @description Whether the mute covers alerts of severity `critical` and of type `authority_change`. Default: false */
            muteCritical?: boolean;
        };
        UpdateWebhook: {
            url?: string;
            events?: ("alert.fired" | "alert.retracted" | "alert.acknowledged" | "alert.resolved" | "audit.checkpoint" | "coverage.difference" | "ping" | "wallet.throttled" | "configuration.changed")[];
            description?: string;
            /** @enum {string} */
            payload?: "standard" | "full";
            match?: components["schemas"]["Match"];
            /** @description Sent with each attempt. Answers show the values masked; a masked value that is written back stays. A URL at another host needs the values again */
            headers?: {
                [key: string]: string;
            };
            isActive?: boolean;
        };
        UsedPrices: {
            /**
             * @description `live`: the price sources on the network. `fixed`: the prices of a local stack, the same every day
             * @enum {string}
             */
            source: "live" | "fixed";
            /** @description The fixed price of the native coin; null if live, or without a price */
            nativeUsd: string | null;
        };
        Wallet: {
            /** Format: uuid */
            id: string;
            label: string;
            type: string;
            color: string;
            address: string;
            /** @description The wallet has only the payments of this tag: received with it, or sent with it as source tag */
            destinationTag?: number;
            chains: string[];
            watch: boolean;
            /** @default [] */
            tags: string[];
            /**
             * @description The id of the wallet in a system of the organisation
             * @default null
             */
            externalId: string | null;
            /**
             * @description The name of what writes the wallet, such as a file
             * @default null
             */
            managedBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /**
             * @description throttled: more transactions than the budget allows; they are kept and recorded later, in order
             * @enum {string}
             */
            status: "active" | "throttled";
            throttledSince: string | null;
            /** @description Until when its matches make no alerts; null when it is not muted */
            mutedUntil: string | null;
            muteReason: string | null;
            /** @description Whether the mute covers critical alerts, too */
            muteCritical: boolean;
        };
        WalletCoverage: {
            /** @enum {string} */
            chain: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
            /** @description The first height that was watched for this wallet */
            since: number | null;
            /** @description What was scanned for this wallet, also by backfills; ascending */
            ranges: {
                from: number;
                to: number;
            }[];
            /** @description What was not, up to the last scanned block. POST /api/chains/{chain}/backfill with a gap fills the gap */
            gaps: {
                from: number;
                to: number;
            }[];
            /** @description Every record of the wallet in ranges up to this height exists, except for payments inside calls that no node traced: a check of balances adds these later. Null without ranges, and before the first block */
            recordedTo: number | null;
            /** @description The last block after which the balance was compared with the records. Null for a wallet with a destination tag: the balance belongs to the whole account */
            reconciledTo: number | null;
            /** @description Deviations of the balance that nothing explains */
            openDifferences: number;
            /** @description Since when transactions wait for the budget; null while none waits */
            throttledSince: string | null;
            /**
             * @description logs: the calls inside recent transactions are unknown
             * @enum {string}
             */
            detail: "full" | "logs";
            /** @description How payments are found that contracts make by calls inside transactions which do not name the wallet. at_once: the calls in the blocks from innerPaymentsFrom on were read; by_balances: a check of balances finds them, unless the same amount came and went between two checks. Null where transactions state all payments */
            innerPayments: ("at_once" | "by_balances") | null;
            /** @description The first block from which on all blocks were read at once with their calls. Null unless at_once */
            innerPaymentsFrom: number | null;
        };
        WalletSelector: {
            ids: string[];
            tags: string[];
            types: string[];
        };
        /** @description A wallet that has one of the ids, one of the tags or one of the types (in any case). Without any: all wallets. A wallet that gets the tag later belongs to the rule from then on */
        WalletSelectorInput: {
            ids?: string[];
            tags?: string[];
            types?: string[];
        };
        WalletThrottledBody: {
            /** @constant */
            event: "wallet.throttled";
            /** Format: date-time */
            occurred_at: string;
            chain: string;
            /** @description What the organisation may have on the chain */
            records_per_hour: number;
            /** @description The first five of the wallets that wait */
            wallets: {
                /** Format: uuid */
                id: string;
                label: string;
                address: string;
            }[];
            /** @description How many wallets wait besides */
            more: number;
        };
        Webhook: {
            /** Format: uuid */
            id: string;
            url: string;
            events: ("alert.fired" | "alert.retracted" | "alert.acknowledged" | "alert.resolved" | "audit.checkpoint" | "coverage.difference" | "ping" | "wallet.throttled" | "configuration.changed")[];
            description: string;
            /**
             * @default standard
             * @enum {string}
             */
            payload: "standard" | "full";
            /** @default {} */
            match: {
                severities?: string[];
                ruleIds?: string[];
                ruleTypes?: string[];
                walletIds?: string[];
                walletTypes?: string[];
                walletTags?: string[];
            };
            /** @default {} */
            headers: {
                [key: string]: string;
            };
            isActive: boolean;
            disabledReason: string | null;
            /** @default 0 */
            consecutiveFailures: number;
            failingSince: string | null;
            /** @default null */
            lastSuccessAt: string | null;
            /** @default null */
            lastFailureAt: string | null;
            /** @default null */
            lastError: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WebhookWithSecret: {
            /** Format: uuid */
            id: string;
            url: string;
            events: ("alert.fired" | "alert.retracted" | "alert.acknowledged" | "alert.resolved" | "audit.checkpoint" | "coverage.difference" | "ping" | "wallet.throttled" | "configuration.changed")[];
            description: string;
            /**
             * @default standard
             * @enum {string}
             */
            payload: "standard" | "full";
            /** @default {} */
            match: {
                severities?: string[];
                ruleIds?: string[];
                ruleTypes?: string[];
                walletIds?: string[];
                walletTypes?: string[];
                walletTags?: string[];
            };
            /** @default {} */
            headers: {
                [key: string]: string;
            };
            isActive: boolean;
            disabledReason: string | null;
            /** @default 0 */
            consecutiveFailures: number;
            failingSince: string | null;
            /** @default null */
            lastSuccessAt: string | null;
            /** @default null */
            lastFailureAt: string | null;
            /** @default null */
            lastError: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            secret?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listTransactions: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
                walletId?: string;
                walletTag?: string;
                chain?: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
                direction?: "inbound" | "outbound" | "internal";
                tokenSymbol?: string;
                status?: "success" | "failed";
                txType?: "transfer" | "contract_call" | "contract_deploy" | "token_mint";
                tag?: string;
                counterparty?: string;
                minValueUsd?: string;
                valueStatus?: "known" | "pending" | "unpriced";
                destinationTag?: number | string;
                reference?: string;
                lookalike?: "true" | "false";
                from?: string;
                to?: string;
                includeReorged?: "true" | "false";
                q?: string;
                sort?: "-blockTimestamp" | "blockTimestamp";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *           "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *           "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                     *           "chain": "ethereum",
                     *           "blockNumber": 21250117,
                     *           "blockTimestamp": "2026-11-23T15:14:44.000Z",
                     *           "direction": "inbound",
                     *           "txType": "transfer",
                     *           "status": "success",
                     *           "fromAddress": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *           "toAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *           "tokenSymbol": "ETH",
                     *           "tokenAmount": "1",
                     *           "valueUsd": "2500",
                     *           "valueStatus": "known",
                     *           "methodName": null,
                     *           "reorged": false,
                     *           "gasPriceGwei": "2",
                     *           "feeAmount": "0.000042",
                     *           "destinationTag": null,
                     *           "references": [],
                     *           "transfers": [
                     *             {
                     *               "asset": "ETH",
                     *               "tokenAddress": null,
                     *               "tokenId": null,
                     *               "standard": "native",
                     *               "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *               "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *               "amount": "1",
                     *               "valueUsd": "2500",
                     *               "direction": "inbound",
                     *               "origin": "value",
                     *               "lookalike": null
                     *             }
                     *           ],
                     *           "detail": "full",
                     *           "approvals": [],
                     *           "authority": [],
                     *           "omitted": {
                     *             "transfers": 0,
                     *             "approvals": 0,
                     *             "authority": 0
                     *           },
                     *           "verified": true,
                     *           "notes": "",
                     *           "tags": [],
                     *           "annotatedBy": null,
                     *           "annotatedByName": null,
                     *           "source": "watch",
                     *           "createdAt": "2026-11-23T15:14:45.310Z",
                     *           "wallet": {
                     *             "label": "Treasury",
                     *             "type": "hot",
                     *             "color": "#db2777",
                     *             "tags": [
                     *               "treasury"
                     *             ],
                     *             "externalId": "account-7"
                     *           },
                     *           "fromLabel": "Acme Ltd",
                     *           "toLabel": "Treasury",
                     *           "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Transaction"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                            /** @description In a search: how many transactions this request looked through */
                            searched?: number;
                            /**
                             * @description In a search: false when `meta.next` continues it
                             * @constant
                             */
                            totalIsExact?: false;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lookupTransaction: {
        parameters: {
            query: {
                hash: string;
                chain?: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "source": "blockchain",
                     *       "transaction": {
                     *         "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *         "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                     *         "chain": "ethereum",
                     *         "blockNumber": 21250117,
                     *         "blockTimestamp": "2026-11-23T15:14:44.000Z",
                     *         "fromAddress": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *         "toAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *         "valueDecimal": "1",
                     *         "tokenSymbol": "ETH",
                     *         "txType": "transfer",
                     *         "status": "success"
                     *       },
                     *       "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd",
                     *       "transfers": [
                     *         {
                     *           "asset": "ETH",
                     *           "tokenAddress": null,
                     *           "tokenId": null,
                     *           "standard": "native",
                     *           "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *           "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *           "amount": "1",
                     *           "valueUsd": "2500",
                     *           "direction": "inbound",
                     *           "origin": "value",
                     *           "lookalike": null
                     *         }
                     *       ],
                     *       "status": "success",
                     *       "destinationTag": null,
                     *       "references": [],
                     *       "gasPriceGwei": "2",
                     *       "methodName": null
                     *     }
                     */
                    "application/json": components["schemas"]["Lookup"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description chain_unavailable */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    exportTransactions: {
        parameters: {
            query?: {
                walletId?: string;
                walletTag?: string;
                chain?: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
                direction?: "inbound" | "outbound" | "internal";
                tokenSymbol?: string;
                status?: "success" | "failed";
                txType?: "transfer" | "contract_call" | "contract_deploy" | "token_mint";
                tag?: string;
                counterparty?: string;
                minValueUsd?: string;
                valueStatus?: "known" | "pending" | "unpriced";
                destinationTag?: number | string;
                reference?: string;
                lookalike?: "true" | "false";
                from?: string;
                to?: string;
                includeReorged?: "true" | "false";
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id,hash,chain,blockNumber,blockTimestamp,direction,txType,fromAddress,toAddress,tokenSymbol,tokenAmount,valueUsd
                     *     68479fe2-06a4-5c46-b152-b539b3a10851,0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87,ethereum,21250117,2026-11-23T15:14:44.000Z,inbound,transfer,0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266,…,ETH,1,2500
                     */
                    "text/csv; charset=utf-8": string;
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description export_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    importTransaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                 *       "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                 *       "chain": "ethereum",
                 *       "blockNumber": 21250117,
                 *       "blockTimestamp": "2026-11-23T15:14:44.000Z",
                 *       "fromAddress": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                 *       "toAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *       "valueDecimal": "1",
                 *       "tokenSymbol": "ETH",
                 *       "txType": "transfer",
                 *       "status": "success"
                 *     }
                 */
                "application/json": components["schemas"]["ImportTransaction"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *       "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                     *       "chain": "ethereum",
                     *       "blockNumber": 21250117,
                     *       "blockTimestamp": "2026-11-23T15:14:44.000Z",
                     *       "direction": "inbound",
                     *       "txType": "transfer",
                     *       "status": "success",
                     *       "fromAddress": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *       "toAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *       "tokenSymbol": "ETH",
                     *       "tokenAmount": "1",
                     *       "valueUsd": "2500",
                     *       "valueStatus": "known",
                     *       "methodName": null,
                     *       "reorged": false,
                     *       "gasPriceGwei": "2",
                     *       "feeAmount": "0.000042",
                     *       "destinationTag": null,
                     *       "references": [],
                     *       "transfers": [
                     *         {
                     *           "asset": "ETH",
                     *           "tokenAddress": null,
                     *           "tokenId": null,
                     *           "standard": "native",
                     *           "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *           "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *           "amount": "1",
                     *           "valueUsd": "2500",
                     *           "direction": "inbound",
                     *           "origin": "value",
                     *           "lookalike": null
                     *         }
                     *       ],
                     *       "detail": "full",
                     *       "approvals": [],
                     *       "authority": [],
                     *       "omitted": {
                     *         "transfers": 0,
                     *         "approvals": 0,
                     *         "authority": 0
                     *       },
                     *       "verified": true,
                     *       "notes": "",
                     *       "tags": [],
                     *       "annotatedBy": null,
                     *       "annotatedByName": null,
                     *       "source": "import",
                     *       "createdAt": "2026-11-23T15:14:45.310Z",
                     *       "wallet": {
                     *         "label": "Treasury",
                     *         "type": "hot",
                     *         "color": "#db2777",
                     *         "tags": [
                     *           "treasury"
                     *         ],
                     *         "externalId": "account-7"
                     *       },
                     *       "fromLabel": "Acme Ltd",
                     *       "toLabel": "Treasury",
                     *       "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd",
                     *       "alreadyExists": true
                     *     }
                     */
                    "application/json": components["schemas"]["ExistingTransaction"];
                };
            };
            /** @description Created */
            201: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *       "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                     *       "chain": "ethereum",
                     *       "blockNumber": 21250117,
                     *       "blockTimestamp": "2026-11-23T15:14:44.000Z",
                     *       "direction": "inbound",
                     *       "txType": "transfer",
                     *       "status": "success",
                     *       "fromAddress": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *       "toAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *       "tokenSymbol": "ETH",
                     *       "tokenAmount": "1",
                     *       "valueUsd": "2500",
                     *       "valueStatus": "known",
                     *       "methodName": null,
                     *       "reorged": false,
                     *       "gasPriceGwei": "2",
                     *       "feeAmount": "0.000042",
                     *       "destinationTag": null,
                     *       "references": [],
                     *       "transfers": [
                     *         {
                     *           "asset": "ETH",
                     *           "tokenAddress": null,
                     *           "tokenId": null,
                     *           "standard": "native",
                     *           "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *           "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *           "amount": "1",
                     *           "valueUsd": "2500",
                     *           "direction": "inbound",
                     *           "origin": "value",
                     *           "lookalike": null
                     *         }
                     *       ],
                     *       "detail": "full",
                     *       "approvals": [],
                     *       "authority": [],
                     *       "omitted": {
                     *         "transfers": 0,
                     *         "approvals": 0,
                     *         "authority": 0
                     *       },
                     *       "verified": true,
                     *       "notes": "",
                     *       "tags": [],
                     *       "annotatedBy": null,
                     *       "annotatedByName": null,
                     *       "source": "import",
                     *       "createdAt": "2026-11-23T15:14:45.310Z",
                     *       "wallet": {
                     *         "label": "Treasury",
                     *         "type": "hot",
                     *         "color": "#db2777",
                     *         "tags": [
                     *           "treasury"
                     *         ],
                     *         "externalId": "account-7"
                     *       },
                     *       "fromLabel": "Acme Ltd",
                     *       "toLabel": "Treasury",
                     *       "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd"
                     *     }
                     */
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDecisions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *           "ruleName": "Over 1,000 USD",
                     *           "outcome": "suppressed",
                     *           "reason": "cooldown",
                     *           "eventId": "47021913-84da-5868-992e-ba66412cf2dd",
                     *           "decidedAt": "2026-11-23T15:14:45.809Z",
                     *           "reasons": [
                     *             {
                     *               "condition": "value_usd",
                     *               "expected": {
                     *                 "gte": 1000
                     *               },
                     *               "actual": "2500",
                     *               "passed": true
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RuleDecision"][];
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listExports: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "9c2e4a70-51d8-4d57-8f3a-0f6b1c2d3e4f",
                     *           "status": "running",
                     *           "filters": {
                     *             "chain": "ethereum",
                     *             "from": "2026-11-01T09:00:00.000Z"
                     *           },
                     *           "rows": 0,
                     *           "total": null,
                     *           "url": null,
                     *           "expiresAt": null,
                     *           "error": null,
                     *           "createdAt": "2026-11-23T16:02:11.480Z",
                     *           "finishedAt": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Export"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "chain": "ethereum",
                 *       "from": "2026-11-01T09:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["TransactionFilters"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9c2e4a70-51d8-4d57-8f3a-0f6b1c2d3e4f",
                     *       "status": "running",
                     *       "filters": {
                     *         "chain": "ethereum",
                     *         "from": "2026-11-01T09:00:00.000Z"
                     *       },
                     *       "rows": 0,
                     *       "total": null,
                     *       "url": null,
                     *       "expiresAt": null,
                     *       "error": null,
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "finishedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9c2e4a70-51d8-4d57-8f3a-0f6b1c2d3e4f",
                     *       "status": "completed",
                     *       "filters": {
                     *         "chain": "ethereum",
                     *         "from": "2026-11-01T09:00:00.000Z"
                     *       },
                     *       "rows": 1204,
                     *       "total": 1204,
                     *       "url": "https://chainwatch-prod-exports.s3.eu-central-1.amazonaws.com/exports/9c2e4a70.csv.gz?X-Amz-Expires=900",
                     *       "expiresAt": "2026-11-24T16:02:31.007Z",
                     *       "error": null,
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "finishedAt": "2026-11-23T16:02:31.007Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9c2e4a70-51d8-4d57-8f3a-0f6b1c2d3e4f",
                     *       "status": "cancelled",
                     *       "filters": {
                     *         "chain": "ethereum",
                     *         "from": "2026-11-01T09:00:00.000Z"
                     *       },
                     *       "rows": 0,
                     *       "total": null,
                     *       "url": null,
                     *       "expiresAt": null,
                     *       "error": null,
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "finishedAt": "2026-11-23T16:02:11.480Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description invalid_transition */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *       "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                     *       "chain": "ethereum",
                     *       "blockNumber": 21250117,
                     *       "blockTimestamp": "2026-11-23T15:14:44.000Z",
                     *       "direction": "inbound",
                     *       "txType": "transfer",
                     *       "status": "success",
                     *       "fromAddress": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *       "toAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *       "tokenSymbol": "ETH",
                     *       "tokenAmount": "1",
                     *       "valueUsd": "2500",
                     *       "valueStatus": "known",
                     *       "methodName": null,
                     *       "reorged": false,
                     *       "gasPriceGwei": "2",
                     *       "feeAmount": "0.000042",
                     *       "destinationTag": null,
                     *       "references": [],
                     *       "transfers": [
                     *         {
                     *           "asset": "ETH",
                     *           "tokenAddress": null,
                     *           "tokenId": null,
                     *           "standard": "native",
                     *           "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *           "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *           "amount": "1",
                     *           "valueUsd": "2500",
                     *           "direction": "inbound",
                     *           "origin": "value",
                     *           "lookalike": null
                     *         }
                     *       ],
                     *       "detail": "full",
                     *       "approvals": [],
                     *       "authority": [],
                     *       "omitted": {
                     *         "transfers": 0,
                     *         "approvals": 0,
                     *         "authority": 0
                     *       },
                     *       "verified": true,
                     *       "notes": "",
                     *       "tags": [],
                     *       "annotatedBy": null,
                     *       "annotatedByName": null,
                     *       "source": "watch",
                     *       "createdAt": "2026-11-23T15:14:45.310Z",
                     *       "wallet": {
                     *         "label": "Treasury",
                     *         "type": "hot",
                     *         "color": "#db2777",
                     *         "tags": [
                     *           "treasury"
                     *         ],
                     *         "externalId": "account-7"
                     *       },
                     *       "fromLabel": "Acme Ltd",
                     *       "toLabel": "Treasury",
                     *       "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd"
                     *     }
                     */
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    annotateTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "notes": "Invoice 2026-118",
                 *       "tags": [
                 *         "revenue"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AnnotateTransaction"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *       "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                     *       "chain": "ethereum",
                     *       "blockNumber": 21250117,
                     *       "blockTimestamp": "2026-11-23T15:14:44.000Z",
                     *       "direction": "inbound",
                     *       "txType": "transfer",
                     *       "status": "success",
                     *       "fromAddress": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *       "toAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *       "tokenSymbol": "ETH",
                     *       "tokenAmount": "1",
                     *       "valueUsd": "2500",
                     *       "valueStatus": "known",
                     *       "methodName": null,
                     *       "reorged": false,
                     *       "gasPriceGwei": "2",
                     *       "feeAmount": "0.000042",
                     *       "destinationTag": null,
                     *       "references": [],
                     *       "transfers": [
                     *         {
                     *           "asset": "ETH",
                     *           "tokenAddress": null,
                     *           "tokenId": null,
                     *           "standard": "native",
                     *           "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *           "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *           "amount": "1",
                     *           "valueUsd": "2500",
                     *           "direction": "inbound",
                     *           "origin": "value",
                     *           "lookalike": null
                     *         }
                     *       ],
                     *       "detail": "full",
                     *       "approvals": [],
                     *       "authority": [],
                     *       "omitted": {
                     *         "transfers": 0,
                     *         "approvals": 0,
                     *         "authority": 0
                     *       },
                     *       "verified": true,
                     *       "notes": "Invoice 2026-118",
                     *       "tags": [
                     *         "revenue"
                     *       ],
                     *       "annotatedBy": null,
                     *       "annotatedByName": null,
                     *       "source": "watch",
                     *       "createdAt": "2026-11-23T15:14:45.310Z",
                     *       "wallet": {
                     *         "label": "Treasury",
                     *         "type": "hot",
                     *         "color": "#db2777",
                     *         "tags": [
                     *           "treasury"
                     *         ],
                     *         "externalId": "account-7"
                     *       },
                     *       "fromLabel": "Acme Ltd",
                     *       "toLabel": "Treasury",
                     *       "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd"
                     *     }
                     */
                    "application/json": components["schemas"]["Transaction"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBacktest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                 *       "from": "2026-11-22",
                 *       "to": "2026-11-23"
                 *     }
                 */
                "application/json": components["schemas"]["CreateBacktest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "e5a1f0b2-7c3d-4e8f-9a6b-1d2c3e4f5a60",
                     *       "status": "running",
                     *       "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *       "ruleName": "Over 1,000 USD",
                     *       "ruleType": "large_transfer",
                     *       "from": "2026-11-22T00:00:00.000Z",
                     *       "to": "2026-11-23T23:59:59.999Z",
                     *       "progress": 0,
                     *       "rows": 0,
                     *       "total": 8412,
                     *       "matched": 0,
                     *       "wouldFire": 0,
                     *       "wouldSuppress": {
                     *         "cooldown": 0,
                     *         "muted": 0
                     *       },
                     *       "perDay": [
                     *         {
                     *           "at": "2026-11-22T00:00:00.000Z",
                     *           "fired": 0
                     *         },
                     *         {
                     *           "at": "2026-11-23T00:00:00.000Z",
                     *           "fired": 0
                     *         }
                     *       ],
                     *       "samples": [],
                     *       "nearMisses": [],
                     *       "error": null,
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "finishedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBacktests: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "e5a1f0b2-7c3d-4e8f-9a6b-1d2c3e4f5a60",
                     *           "status": "completed",
                     *           "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *           "ruleName": "Over 1,000 USD",
                     *           "ruleType": "large_transfer",
                     *           "from": "2026-11-22T00:00:00.000Z",
                     *           "to": "2026-11-23T23:59:59.999Z",
                     *           "progress": 1,
                     *           "rows": 8412,
                     *           "total": 8412,
                     *           "matched": 31,
                     *           "wouldFire": 27,
                     *           "wouldSuppress": {
                     *             "cooldown": 4,
                     *             "muted": 0
                     *           },
                     *           "perDay": [
                     *             {
                     *               "at": "2026-11-22T00:00:00.000Z",
                     *               "fired": 12
                     *             },
                     *             {
                     *               "at": "2026-11-23T00:00:00.000Z",
                     *               "fired": 15
                     *             }
                     *           ],
                     *           "samples": [
                     *             {
                     *               "transactionId": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *               "reasons": [
                     *                 {
                     *                   "condition": "status",
                     *                   "expected": "success",
                     *                   "actual": "success",
                     *                   "passed": true
                     *                 },
                     *                 {
                     *                   "condition": "valueUsd",
                     *                   "expected": {
                     *                     "gte": "1000"
                     *                   },
                     *                   "actual": "2500",
                     *                   "passed": true
                     *                 },
                     *                 {
                     *                   "condition": "direction",
                     *                   "expected": "inbound",
                     *                   "actual": "inbound",
                     *                   "passed": true
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "nearMisses": [],
                     *           "error": null,
                     *           "createdAt": "2026-11-23T16:02:11.480Z",
                     *           "finishedAt": "2026-11-23T16:02:15.020Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Backtest"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "e5a1f0b2-7c3d-4e8f-9a6b-1d2c3e4f5a60",
                     *       "status": "completed",
                     *       "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *       "ruleName": "Over 1,000 USD",
                     *       "ruleType": "large_transfer",
                     *       "from": "2026-11-22T00:00:00.000Z",
                     *       "to": "2026-11-23T23:59:59.999Z",
                     *       "progress": 1,
                     *       "rows": 8412,
                     *       "total": 8412,
                     *       "matched": 31,
                     *       "wouldFire": 27,
                     *       "wouldSuppress": {
                     *         "cooldown": 4,
                     *         "muted": 0
                     *       },
                     *       "perDay": [
                     *         {
                     *           "at": "2026-11-22T00:00:00.000Z",
                     *           "fired": 12
                     *         },
                     *         {
                     *           "at": "2026-11-23T00:00:00.000Z",
                     *           "fired": 15
                     *         }
                     *       ],
                     *       "samples": [
                     *         {
                     *           "transactionId": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *           "reasons": [
                     *             {
                     *               "condition": "status",
                     *               "expected": "success",
                     *               "actual": "success",
                     *               "passed": true
                     *             },
                     *             {
                     *               "condition": "valueUsd",
                     *               "expected": {
                     *                 "gte": "1000"
                     *               },
                     *               "actual": "2500",
                     *               "passed": true
                     *             },
                     *             {
                     *               "condition": "direction",
                     *               "expected": "inbound",
                     *               "actual": "inbound",
                     *               "passed": true
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "nearMisses": [],
                     *       "error": null,
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "finishedAt": "2026-11-23T16:02:15.020Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelBacktest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "e5a1f0b2-7c3d-4e8f-9a6b-1d2c3e4f5a60",
                     *       "status": "cancelled",
                     *       "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *       "ruleName": "Over 1,000 USD",
                     *       "ruleType": "large_transfer",
                     *       "from": "2026-11-22T00:00:00.000Z",
                     *       "to": "2026-11-23T23:59:59.999Z",
                     *       "progress": 0,
                     *       "rows": 0,
                     *       "total": 8412,
                     *       "matched": 0,
                     *       "wouldFire": 0,
                     *       "wouldSuppress": {
                     *         "cooldown": 0,
                     *         "muted": 0
                     *       },
                     *       "perDay": [
                     *         {
                     *           "at": "2026-11-22T00:00:00.000Z",
                     *           "fired": 0
                     *         },
                     *         {
                     *           "at": "2026-11-23T00:00:00.000Z",
                     *           "fired": 0
                     *         }
                     *       ],
                     *       "samples": [],
                     *       "nearMisses": [],
                     *       "error": null,
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "finishedAt": "2026-11-23T16:02:11.480Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Backtest"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description invalid_transition */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRules: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
                ruleType?: "any_transfer" | "large_transfer" | "token_transfer" | "inbound_only" | "outbound_only" | "contract_call" | "method_call" | "address_blacklist" | "gas_spike" | "frequency" | "contract_deploy" | "token_mint" | "approval" | "authority_change" | "balance" | "nft_transfer" | "outflow" | "silence";
                isActive?: "true" | "false";
                walletId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "Over 1,000 USD",
                     *           "ruleType": "large_transfer",
                     *           "severity": "critical",
                     *           "wallets": {
                     *             "ids": [
                     *               "575cab8e-6dc4-4601-a655-006c486b3f6d"
                     *             ],
                     *             "tags": [
                     *               "vault"
                     *             ],
                     *             "types": []
                     *           },
                     *           "conditions": {
                     *             "value_usd": {
                     *               "gte": 1000
                     *             },
                     *             "direction": "inbound"
                     *           },
                     *           "notifyWebhook": true,
                     *           "customWebhookUrl": "https://hooks.example.com/treasury",
                     *           "cooldownMinutes": 5,
                     *           "cooldownPer": "wallet",
                     *           "walletIds": [
                     *             "575cab8e-6dc4-4601-a655-006c486b3f6d"
                     *           ],
                     *           "notifyEmail": true,
                     *           "notifySlack": false,
                     *           "id": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *           "isActive": true,
                     *           "createdAt": "2026-11-01T09:00:00.000Z",
                     *           "updatedAt": "2026-11-01T09:00:00.000Z",
                     *           "lastFiredAt": "2026-11-23T15:14:45.809Z",
                     *           "firedCount": 1,
                     *           "suppressedCount": 3,
                     *           "suppressedByReason": {
                     *             "cooldown": 1,
                     *             "muted": 2
                     *           },
                     *           "mutedUntil": null,
                     *           "muteReason": null,
                     *           "muteCritical": false,
                     *           "audience": 3
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Rule"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Over 1,000 USD",
                 *       "ruleType": "large_transfer",
                 *       "severity": "critical",
                 *       "wallets": {
                 *         "ids": [
                 *           "575cab8e-6dc4-4601-a655-006c486b3f6d"
                 *         ],
                 *         "tags": [
                 *           "vault"
                 *         ],
                 *         "types": []
                 *       },
                 *       "conditions": {
                 *         "value_usd": {
                 *           "gte": 1000
                 *         },
                 *         "direction": "inbound"
                 *       },
                 *       "notifyWebhook": true,
                 *       "customWebhookUrl": "https://hooks.example.com/treasury",
                 *       "cooldownMinutes": 5,
                 *       "cooldownPer": "wallet"
                 *     }
                 */
                "application/json": components["schemas"]["CreateRule"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Over 1,000 USD",
                     *       "ruleType": "large_transfer",
                     *       "severity": "critical",
                     *       "wallets": {
                     *         "ids": [
                     *           "575cab8e-6dc4-4601-a655-006c486b3f6d"
                     *         ],
                     *         "tags": [
                     *           "vault"
                     *         ],
                     *         "types": []
                     *       },
                     *       "conditions": {
                     *         "value_usd": {
                     *           "gte": 1000
                     *         },
                     *         "direction": "inbound"
                     *       },
                     *       "notifyWebhook": true,
                     *       "customWebhookUrl": "https://hooks.example.com/treasury",
                     *       "cooldownMinutes": 5,
                     *       "cooldownPer": "wallet",
                     *       "walletIds": [
                     *         "575cab8e-6dc4-4601-a655-006c486b3f6d"
                     *       ],
                     *       "notifyEmail": true,
                     *       "notifySlack": false,
                     *       "id": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *       "isActive": true,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z",
                     *       "lastFiredAt": null,
                     *       "firedCount": 0,
                     *       "suppressedCount": 3,
                     *       "suppressedByReason": {
                     *         "cooldown": 1,
                     *         "muted": 2
                     *       },
                     *       "mutedUntil": null,
                     *       "muteReason": null,
                     *       "muteCritical": false,
                     *       "audience": 3,
                     *       "customWebhookSecret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": components["schemas"]["RuleWithSecret"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rule": {
                 *         "ruleType": "large_transfer",
                 *         "conditions": {
                 *           "value_usd": {
                 *             "gte": 1000
                 *           },
                 *           "direction": "inbound"
                 *         }
                 *       },
                 *       "transactionId": "68479fe2-06a4-5c46-b152-b539b3a10851"
                 *     }
                 */
                "application/json": components["schemas"]["TestRule"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "matches": true,
                     *       "reasons": [
                     *         {
                     *           "condition": "status",
                     *           "expected": "success",
                     *           "actual": "success",
                     *           "passed": true
                     *         },
                     *         {
                     *           "condition": "valueUsd",
                     *           "expected": {
                     *             "gte": "1000"
                     *           },
                     *           "actual": "2500",
                     *           "passed": true
                     *         },
                     *         {
                     *           "condition": "direction",
                     *           "expected": "inbound",
                     *           "actual": "inbound",
                     *           "passed": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RuleTest"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rule": {
                 *         "ruleType": "large_transfer",
                 *         "conditions": {
                 *           "value_usd": {
                 *             "gte": 1000
                 *           },
                 *           "direction": "inbound"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PreviewRule"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "judged": 200,
                     *       "matched": 9,
                     *       "since": "2026-11-01T09:00:00.000Z",
                     *       "samples": [
                     *         {
                     *           "transactionId": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *           "blockTimestamp": "2026-11-01T09:00:00.000Z",
                     *           "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["RulePreview"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Over 1,000 USD",
                     *       "ruleType": "large_transfer",
                     *       "severity": "critical",
                     *       "wallets": {
                     *         "ids": [
                     *           "575cab8e-6dc4-4601-a655-006c486b3f6d"
                     *         ],
                     *         "tags": [
                     *           "vault"
                     *         ],
                     *         "types": []
                     *       },
                     *       "conditions": {
                     *         "value_usd": {
                     *           "gte": 1000
                     *         },
                     *         "direction": "inbound"
                     *       },
                     *       "notifyWebhook": true,
                     *       "customWebhookUrl": "https://hooks.example.com/treasury",
                     *       "cooldownMinutes": 5,
                     *       "cooldownPer": "wallet",
                     *       "walletIds": [
                     *         "575cab8e-6dc4-4601-a655-006c486b3f6d"
                     *       ],
                     *       "notifyEmail": true,
                     *       "notifySlack": false,
                     *       "id": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *       "isActive": true,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z",
                     *       "lastFiredAt": "2026-11-23T15:14:45.809Z",
                     *       "firedCount": 1,
                     *       "suppressedCount": 3,
                     *       "suppressedByReason": {
                     *         "cooldown": 1,
                     *         "muted": 2
                     *       },
                     *       "mutedUntil": null,
                     *       "muteReason": null,
                     *       "muteCritical": false,
                     *       "audience": 3
                     *     }
                     */
                    "application/json": components["schemas"]["Rule"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, without an answer */
            204: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mutedUntil": "2026-11-23T17:00:00.000Z",
                 *       "muteReason": "Migration of the treasury",
                 *       "muteCritical": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateRule"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Over 1,000 USD",
                     *       "ruleType": "large_transfer",
                     *       "severity": "critical",
                     *       "wallets": {
                     *         "ids": [
                     *           "575cab8e-6dc4-4601-a655-006c486b3f6d"
                     *         ],
                     *         "tags": [
                     *           "vault"
                     *         ],
                     *         "types": []
                     *       },
                     *       "conditions": {
                     *         "value_usd": {
                     *           "gte": 1000
                     *         },
                     *         "direction": "inbound"
                     *       },
                     *       "notifyWebhook": true,
                     *       "customWebhookUrl": "https://hooks.example.com/treasury",
                     *       "cooldownMinutes": 5,
                     *       "cooldownPer": "wallet",
                     *       "walletIds": [
                     *         "575cab8e-6dc4-4601-a655-006c486b3f6d"
                     *       ],
                     *       "notifyEmail": true,
                     *       "notifySlack": false,
                     *       "id": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *       "isActive": true,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z",
                     *       "lastFiredAt": "2026-11-23T15:14:45.809Z",
                     *       "firedCount": 1,
                     *       "suppressedCount": 3,
                     *       "suppressedByReason": {
                     *         "cooldown": 1,
                     *         "muted": 2
                     *       },
                     *       "mutedUntil": "2026-11-23T17:00:00.000Z",
                     *       "muteReason": "Migration of the treasury",
                     *       "muteCritical": true,
                     *       "audience": 3
                     *     }
                     */
                    "application/json": components["schemas"]["RuleWithSecret"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
                status?: "open" | "acknowledged" | "resolved";
                severity?: "info" | "warning" | "critical";
                ruleId?: string;
                walletId?: string;
                walletTag?: string;
                chain?: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
                from?: string;
                to?: string;
                sort?: "-firedAt" | "firedAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "47021913-84da-5868-992e-ba66412cf2dd",
                     *           "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *           "ruleName": "Over 1,000 USD",
                     *           "ruleType": "large_transfer",
                     *           "severity": "critical",
                     *           "status": "open",
                     *           "firedAt": "2026-11-23T15:14:45.809Z",
                     *           "transactionId": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *           "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *           "wallet": {
                     *             "label": "Treasury",
                     *             "type": "hot",
                     *             "color": "#db2777",
                     *             "tags": [
                     *               "treasury"
                     *             ],
                     *             "externalId": "account-7"
                     *           },
                     *           "transaction": {
                     *             "id": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *             "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *             "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                     *             "chain": "ethereum",
                     *             "blockNumber": 21250117,
                     *             "blockTimestamp": "2026-11-23T15:14:44.000Z",
                     *             "direction": "inbound",
                     *             "txType": "transfer",
                     *             "status": "success",
                     *             "fromAddress": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *             "toAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *             "tokenSymbol": "ETH",
                     *             "tokenAmount": "1",
                     *             "valueUsd": "2500",
                     *             "valueStatus": "known",
                     *             "methodName": null,
                     *             "reorged": false,
                     *             "gasPriceGwei": "2",
                     *             "feeAmount": "0.000042",
                     *             "destinationTag": null,
                     *             "references": [],
                     *             "transfers": [
                     *               {
                     *                 "asset": "ETH",
                     *                 "tokenAddress": null,
                     *                 "tokenId": null,
                     *                 "standard": "native",
                     *                 "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *                 "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *                 "amount": "1",
                     *                 "valueUsd": "2500",
                     *                 "direction": "inbound",
                     *                 "origin": "value",
                     *                 "lookalike": null
                     *               }
                     *             ],
                     *             "detail": "full",
                     *             "approvals": [],
                     *             "authority": [],
                     *             "omitted": {
                     *               "transfers": 0,
                     *               "approvals": 0,
                     *               "authority": 0
                     *             },
                     *             "verified": true,
                     *             "notes": "",
                     *             "tags": [],
                     *             "annotatedBy": null,
                     *             "annotatedByName": null,
                     *             "source": "watch",
                     *             "createdAt": "2026-11-23T15:14:45.310Z",
                     *             "wallet": {
                     *               "label": "Treasury",
                     *               "type": "hot",
                     *               "color": "#db2777",
                     *               "tags": [
                     *                 "treasury"
                     *               ],
                     *               "externalId": "account-7"
                     *             },
                     *             "fromLabel": "Acme Ltd",
                     *             "toLabel": "Treasury",
                     *             "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd"
                     *           },
                     *           "subject": null,
                     *           "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd",
                     *           "reasons": [
                     *             {
                     *               "condition": "status",
                     *               "expected": "success",
                     *               "actual": "success",
                     *               "passed": true
                     *             },
                     *             {
                     *               "condition": "valueUsd",
                     *               "expected": {
                     *                 "gte": "1000"
                     *               },
                     *               "actual": "2500",
                     *               "passed": true
                     *             },
                     *             {
                     *               "condition": "direction",
                     *               "expected": "inbound",
                     *               "actual": "inbound",
                     *               "passed": true
                     *             }
                     *           ],
                     *           "suppressed": {
                     *             "count": 2,
                     *             "largestUsd": "180"
                     *           },
                     *           "acknowledgedAt": null,
                     *           "acknowledgedBy": null,
                     *           "acknowledgedByName": null,
                     *           "acknowledgementNote": null,
                     *           "resolvedAt": null,
                     *           "resolvedBy": null,
                     *           "resolvedByName": null,
                     *           "resolutionNote": null,
                     *           "retractedAt": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AlertEvent"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                            /** @description With a tag of many wallets: how many events this request looked through */
                            searched?: number;
                            /**
                             * @description With such a tag: false when `meta.next` continues the search
                             * @constant
                             */
                            totalIsExact?: false;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bulkAcknowledgeEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "47021913-84da-5868-992e-ba66412cf2dd"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkAcknowledge"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "updated": [
                     *         {
                     *           "id": "47021913-84da-5868-992e-ba66412cf2dd",
                     *           "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *           "ruleName": "Over 1,000 USD",
                     *           "ruleType": "large_transfer",
                     *           "severity": "critical",
                     *           "status": "acknowledged",
                     *           "firedAt": "2026-11-23T15:14:45.809Z",
                     *           "transactionId": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *           "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *           "wallet": {
                     *             "label": "Treasury",
                     *             "type": "hot",
                     *             "color": "#db2777",
                     *             "tags": [
                     *               "treasury"
                     *             ],
                     *             "externalId": "account-7"
                     *           },
                     *           "transaction": {
                     *             "id": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *             "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *             "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                     *             "chain": "ethereum",
                     *             "blockNumber": 21250117,
                     *             "blockTimestamp": "2026-11-23T15:14:44.000Z",
                     *             "direction": "inbound",
                     *             "txType": "transfer",
                     *             "status": "success",
                     *             "fromAddress": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *             "toAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *             "tokenSymbol": "ETH",
                     *             "tokenAmount": "1",
                     *             "valueUsd": "2500",
                     *             "valueStatus": "known",
                     *             "methodName": null,
                     *             "reorged": false,
                     *             "gasPriceGwei": "2",
                     *             "feeAmount": "0.000042",
                     *             "destinationTag": null,
                     *             "references": [],
                     *             "transfers": [
                     *               {
                     *                 "asset": "ETH",
                     *                 "tokenAddress": null,
                     *                 "tokenId": null,
                     *                 "standard": "native",
                     *                 "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *                 "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *                 "amount": "1",
                     *                 "valueUsd": "2500",
                     *                 "direction": "inbound",
                     *                 "origin": "value",
                     *                 "lookalike": null
                     *               }
                     *             ],
                     *             "detail": "full",
                     *             "approvals": [],
                     *             "authority": [],
                     *             "omitted": {
                     *               "transfers": 0,
                     *               "approvals": 0,
                     *               "authority": 0
                     *             },
                     *             "verified": true,
                     *             "notes": "",
                     *             "tags": [],
                     *             "annotatedBy": null,
                     *             "annotatedByName": null,
                     *             "source": "watch",
                     *             "createdAt": "2026-11-23T15:14:45.310Z",
                     *             "wallet": {
                     *               "label": "Treasury",
                     *               "type": "hot",
                     *               "color": "#db2777",
                     *               "tags": [
                     *                 "treasury"
                     *               ],
                     *               "externalId": "account-7"
                     *             },
                     *             "fromLabel": "Acme Ltd",
                     *             "toLabel": "Treasury",
                     *             "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd"
                     *           },
                     *           "subject": null,
                     *           "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd",
                     *           "reasons": [
                     *             {
                     *               "condition": "status",
                     *               "expected": "success",
                     *               "actual": "success",
                     *               "passed": true
                     *             },
                     *             {
                     *               "condition": "valueUsd",
                     *               "expected": {
                     *                 "gte": "1000"
                     *               },
                     *               "actual": "2500",
                     *               "passed": true
                     *             },
                     *             {
                     *               "condition": "direction",
                     *               "expected": "inbound",
                     *               "actual": "inbound",
                     *               "passed": true
                     *             }
                     *           ],
                     *           "suppressed": {
                     *             "count": 2,
                     *             "largestUsd": "180"
                     *           },
                     *           "acknowledgedAt": "2026-11-23T16:02:11.480Z",
                     *           "acknowledgedBy": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *           "acknowledgedByName": "Console of Ada",
                     *           "acknowledgementNote": "Asked the treasury desk.",
                     *           "resolvedAt": null,
                     *           "resolvedBy": null,
                     *           "resolvedByName": null,
                     *           "resolutionNote": null,
                     *           "retractedAt": null
                     *         }
                     *       ],
                     *       "unchanged": [],
                     *       "failed": [
                     *         {
                     *           "id": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *           "code": "not_found"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BulkReview"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    bulkResolveEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "47021913-84da-5868-992e-ba66412cf2dd"
                 *       ],
                 *       "note": "Expected payment"
                 *     }
                 */
                "application/json": components["schemas"]["BulkResolve"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "updated": [
                     *         {
                     *           "id": "47021913-84da-5868-992e-ba66412cf2dd",
                     *           "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *           "ruleName": "Over 1,000 USD",
                     *           "ruleType": "large_transfer",
                     *           "severity": "critical",
                     *           "status": "resolved",
                     *           "firedAt": "2026-11-23T15:14:45.809Z",
                     *           "transactionId": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *           "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *           "wallet": {
                     *             "label": "Treasury",
                     *             "type": "hot",
                     *             "color": "#db2777",
                     *             "tags": [
                     *               "treasury"
                     *             ],
                     *             "externalId": "account-7"
                     *           },
                     *           "transaction": {
                     *             "id": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *             "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *             "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                     *             "chain": "ethereum",
                     *             "blockNumber": 21250117,
                     *             "blockTimestamp": "2026-11-23T15:14:44.000Z",
                     *             "direction": "inbound",
                     *             "txType": "transfer",
                     *             "status": "success",
                     *             "fromAddress": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *             "toAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *             "tokenSymbol": "ETH",
                     *             "tokenAmount": "1",
                     *             "valueUsd": "2500",
                     *             "valueStatus": "known",
                     *             "methodName": null,
                     *             "reorged": false,
                     *             "gasPriceGwei": "2",
                     *             "feeAmount": "0.000042",
                     *             "destinationTag": null,
                     *             "references": [],
                     *             "transfers": [
                     *               {
                     *                 "asset": "ETH",
                     *                 "tokenAddress": null,
                     *                 "tokenId": null,
                     *                 "standard": "native",
                     *                 "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *                 "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *                 "amount": "1",
                     *                 "valueUsd": "2500",
                     *                 "direction": "inbound",
                     *                 "origin": "value",
                     *                 "lookalike": null
                     *               }
                     *             ],
                     *             "detail": "full",
                     *             "approvals": [],
                     *             "authority": [],
                     *             "omitted": {
                     *               "transfers": 0,
                     *               "approvals": 0,
                     *               "authority": 0
                     *             },
                     *             "verified": true,
                     *             "notes": "",
                     *             "tags": [],
                     *             "annotatedBy": null,
                     *             "annotatedByName": null,
                     *             "source": "watch",
                     *             "createdAt": "2026-11-23T15:14:45.310Z",
                     *             "wallet": {
                     *               "label": "Treasury",
                     *               "type": "hot",
                     *               "color": "#db2777",
                     *               "tags": [
                     *                 "treasury"
                     *               ],
                     *               "externalId": "account-7"
                     *             },
                     *             "fromLabel": "Acme Ltd",
                     *             "toLabel": "Treasury",
                     *             "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd"
                     *           },
                     *           "subject": null,
                     *           "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd",
                     *           "reasons": [
                     *             {
                     *               "condition": "status",
                     *               "expected": "success",
                     *               "actual": "success",
                     *               "passed": true
                     *             },
                     *             {
                     *               "condition": "valueUsd",
                     *               "expected": {
                     *                 "gte": "1000"
                     *               },
                     *               "actual": "2500",
                     *               "passed": true
                     *             },
                     *             {
                     *               "condition": "direction",
                     *               "expected": "inbound",
                     *               "actual": "inbound",
                     *               "passed": true
                     *             }
                     *           ],
                     *           "suppressed": {
                     *             "count": 2,
                     *             "largestUsd": "180"
                     *           },
                     *           "acknowledgedAt": "2026-11-23T16:02:11.480Z",
                     *           "acknowledgedBy": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *           "acknowledgedByName": "Console of Ada",
                     *           "acknowledgementNote": "Asked the treasury desk.",
                     *           "resolvedAt": "2026-11-23T16:02:11.480Z",
                     *           "resolvedBy": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *           "resolvedByName": "Console of Ada",
                     *           "resolutionNote": "Expected payment",
                     *           "retractedAt": null
                     *         }
                     *       ],
                     *       "unchanged": [],
                     *       "failed": [
                     *         {
                     *           "id": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *           "code": "not_found"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BulkReview"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "47021913-84da-5868-992e-ba66412cf2dd",
                     *       "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *       "ruleName": "Over 1,000 USD",
                     *       "ruleType": "large_transfer",
                     *       "severity": "critical",
                     *       "status": "open",
                     *       "firedAt": "2026-11-23T15:14:45.809Z",
                     *       "transactionId": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *       "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "wallet": {
                     *         "label": "Treasury",
                     *         "type": "hot",
                     *         "color": "#db2777",
                     *         "tags": [
                     *           "treasury"
                     *         ],
                     *         "externalId": "account-7"
                     *       },
                     *       "transaction": {
                     *         "id": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *         "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *         "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                     *         "chain": "ethereum",
                     *         "blockNumber": 21250117,
                     *         "blockTimestamp": "2026-11-23T15:14:44.000Z",
                     *         "direction": "inbound",
                     *         "txType": "transfer",
                     *         "status": "success",
                     *         "fromAddress": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *         "toAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *         "tokenSymbol": "ETH",
                     *         "tokenAmount": "1",
                     *         "valueUsd": "2500",
                     *         "valueStatus": "known",
                     *         "methodName": null,
                     *         "reorged": false,
                     *         "gasPriceGwei": "2",
                     *         "feeAmount": "0.000042",
                     *         "destinationTag": null,
                     *         "references": [],
                     *         "transfers": [
                     *           {
                     *             "asset": "ETH",
                     *             "tokenAddress": null,
                     *             "tokenId": null,
                     *             "standard": "native",
                     *             "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *             "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *             "amount": "1",
                     *             "valueUsd": "2500",
                     *             "direction": "inbound",
                     *             "origin": "value",
                     *             "lookalike": null
                     *           }
                     *         ],
                     *         "detail": "full",
                     *         "approvals": [],
                     *         "authority": [],
                     *         "omitted": {
                     *           "transfers": 0,
                     *           "approvals": 0,
                     *           "authority": 0
                     *         },
                     *         "verified": true,
                     *         "notes": "",
                     *         "tags": [],
                     *         "annotatedBy": null,
                     *         "annotatedByName": null,
                     *         "source": "watch",
                     *         "createdAt": "2026-11-23T15:14:45.310Z",
                     *         "wallet": {
                     *           "label": "Treasury",
                     *           "type": "hot",
                     *           "color": "#db2777",
                     *           "tags": [
                     *             "treasury"
                     *           ],
                     *           "externalId": "account-7"
                     *         },
                     *         "fromLabel": "Acme Ltd",
                     *         "toLabel": "Treasury",
                     *         "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd"
                     *       },
                     *       "subject": null,
                     *       "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd",
                     *       "reasons": [
                     *         {
                     *           "condition": "status",
                     *           "expected": "success",
                     *           "actual": "success",
                     *           "passed": true
                     *         },
                     *         {
                     *           "condition": "valueUsd",
                     *           "expected": {
                     *             "gte": "1000"
                     *           },
                     *           "actual": "2500",
                     *           "passed": true
                     *         },
                     *         {
                     *           "condition": "direction",
                     *           "expected": "inbound",
                     *           "actual": "inbound",
                     *           "passed": true
                     *         }
                     *       ],
                     *       "suppressed": {
                     *         "count": 2,
                     *         "largestUsd": "180"
                     *       },
                     *       "acknowledgedAt": null,
                     *       "acknowledgedBy": null,
                     *       "acknowledgedByName": null,
                     *       "acknowledgementNote": null,
                     *       "resolvedAt": null,
                     *       "resolvedBy": null,
                     *       "resolvedByName": null,
                     *       "resolutionNote": null,
                     *       "retractedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["AlertEvent"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    acknowledgeEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["AcknowledgeEvent"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "47021913-84da-5868-992e-ba66412cf2dd",
                     *       "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *       "ruleName": "Over 1,000 USD",
                     *       "ruleType": "large_transfer",
                     *       "severity": "critical",
                     *       "status": "acknowledged",
                     *       "firedAt": "2026-11-23T15:14:45.809Z",
                     *       "transactionId": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *       "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "wallet": {
                     *         "label": "Treasury",
                     *         "type": "hot",
                     *         "color": "#db2777",
                     *         "tags": [
                     *           "treasury"
                     *         ],
                     *         "externalId": "account-7"
                     *       },
                     *       "transaction": {
                     *         "id": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *         "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *         "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                     *         "chain": "ethereum",
                     *         "blockNumber": 21250117,
                     *         "blockTimestamp": "2026-11-23T15:14:44.000Z",
                     *         "direction": "inbound",
                     *         "txType": "transfer",
                     *         "status": "success",
                     *         "fromAddress": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *         "toAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *         "tokenSymbol": "ETH",
                     *         "tokenAmount": "1",
                     *         "valueUsd": "2500",
                     *         "valueStatus": "known",
                     *         "methodName": null,
                     *         "reorged": false,
                     *         "gasPriceGwei": "2",
                     *         "feeAmount": "0.000042",
                     *         "destinationTag": null,
                     *         "references": [],
                     *         "transfers": [
                     *           {
                     *             "asset": "ETH",
                     *             "tokenAddress": null,
                     *             "tokenId": null,
                     *             "standard": "native",
                     *             "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *             "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *             "amount": "1",
                     *             "valueUsd": "2500",
                     *             "direction": "inbound",
                     *             "origin": "value",
                     *             "lookalike": null
                     *           }
                     *         ],
                     *         "detail": "full",
                     *         "approvals": [],
                     *         "authority": [],
                     *         "omitted": {
                     *           "transfers": 0,
                     *           "approvals": 0,
                     *           "authority": 0
                     *         },
                     *         "verified": true,
                     *         "notes": "",
                     *         "tags": [],
                     *         "annotatedBy": null,
                     *         "annotatedByName": null,
                     *         "source": "watch",
                     *         "createdAt": "2026-11-23T15:14:45.310Z",
                     *         "wallet": {
                     *           "label": "Treasury",
                     *           "type": "hot",
                     *           "color": "#db2777",
                     *           "tags": [
                     *             "treasury"
                     *           ],
                     *           "externalId": "account-7"
                     *         },
                     *         "fromLabel": "Acme Ltd",
                     *         "toLabel": "Treasury",
                     *         "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd"
                     *       },
                     *       "subject": null,
                     *       "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd",
                     *       "reasons": [
                     *         {
                     *           "condition": "status",
                     *           "expected": "success",
                     *           "actual": "success",
                     *           "passed": true
                     *         },
                     *         {
                     *           "condition": "valueUsd",
                     *           "expected": {
                     *             "gte": "1000"
                     *           },
                     *           "actual": "2500",
                     *           "passed": true
                     *         },
                     *         {
                     *           "condition": "direction",
                     *           "expected": "inbound",
                     *           "actual": "inbound",
                     *           "passed": true
                     *         }
                     *       ],
                     *       "suppressed": {
                     *         "count": 2,
                     *         "largestUsd": "180"
                     *       },
                     *       "acknowledgedAt": "2026-11-23T16:02:11.480Z",
                     *       "acknowledgedBy": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *       "acknowledgedByName": "Console of Ada",
                     *       "acknowledgementNote": "Asked the treasury desk.",
                     *       "resolvedAt": null,
                     *       "resolvedBy": null,
                     *       "resolvedByName": null,
                     *       "resolutionNote": null,
                     *       "retractedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["AlertEvent"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description invalid_transition */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resolveEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "note": "Expected payment"
                 *     }
                 */
                "application/json": components["schemas"]["ResolveEvent"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "47021913-84da-5868-992e-ba66412cf2dd",
                     *       "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *       "ruleName": "Over 1,000 USD",
                     *       "ruleType": "large_transfer",
                     *       "severity": "critical",
                     *       "status": "resolved",
                     *       "firedAt": "2026-11-23T15:14:45.809Z",
                     *       "transactionId": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *       "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "wallet": {
                     *         "label": "Treasury",
                     *         "type": "hot",
                     *         "color": "#db2777",
                     *         "tags": [
                     *           "treasury"
                     *         ],
                     *         "externalId": "account-7"
                     *       },
                     *       "transaction": {
                     *         "id": "68479fe2-06a4-5c46-b152-b539b3a10851",
                     *         "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *         "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                     *         "chain": "ethereum",
                     *         "blockNumber": 21250117,
                     *         "blockTimestamp": "2026-11-23T15:14:44.000Z",
                     *         "direction": "inbound",
                     *         "txType": "transfer",
                     *         "status": "success",
                     *         "fromAddress": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *         "toAddress": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *         "tokenSymbol": "ETH",
                     *         "tokenAmount": "1",
                     *         "valueUsd": "2500",
                     *         "valueStatus": "known",
                     *         "methodName": null,
                     *         "reorged": false,
                     *         "gasPriceGwei": "2",
                     *         "feeAmount": "0.000042",
                     *         "destinationTag": null,
                     *         "references": [],
                     *         "transfers": [
                     *           {
                     *             "asset": "ETH",
                     *             "tokenAddress": null,
                     *             "tokenId": null,
                     *             "standard": "native",
                     *             "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *             "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *             "amount": "1",
                     *             "valueUsd": "2500",
                     *             "direction": "inbound",
                     *             "origin": "value",
                     *             "lookalike": null
                     *           }
                     *         ],
                     *         "detail": "full",
                     *         "approvals": [],
                     *         "authority": [],
                     *         "omitted": {
                     *           "transfers": 0,
                     *           "approvals": 0,
                     *           "authority": 0
                     *         },
                     *         "verified": true,
                     *         "notes": "",
                     *         "tags": [],
                     *         "annotatedBy": null,
                     *         "annotatedByName": null,
                     *         "source": "watch",
                     *         "createdAt": "2026-11-23T15:14:45.310Z",
                     *         "wallet": {
                     *           "label": "Treasury",
                     *           "type": "hot",
                     *           "color": "#db2777",
                     *           "tags": [
                     *             "treasury"
                     *           ],
                     *           "externalId": "account-7"
                     *         },
                     *         "fromLabel": "Acme Ltd",
                     *         "toLabel": "Treasury",
                     *         "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd"
                     *       },
                     *       "subject": null,
                     *       "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd",
                     *       "reasons": [
                     *         {
                     *           "condition": "status",
                     *           "expected": "success",
                     *           "actual": "success",
                     *           "passed": true
                     *         },
                     *         {
                     *           "condition": "valueUsd",
                     *           "expected": {
                     *             "gte": "1000"
                     *           },
                     *           "actual": "2500",
                     *           "passed": true
                     *         },
                     *         {
                     *           "condition": "direction",
                     *           "expected": "inbound",
                     *           "actual": "inbound",
                     *           "passed": true
                     *         }
                     *       ],
                     *       "suppressed": {
                     *         "count": 2,
                     *         "largestUsd": "180"
                     *       },
                     *       "acknowledgedAt": "2026-11-23T16:02:11.480Z",
                     *       "acknowledgedBy": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *       "acknowledgedByName": "Console of Ada",
                     *       "acknowledgementNote": "Asked the treasury desk.",
                     *       "resolvedAt": "2026-11-23T16:02:11.480Z",
                     *       "resolvedBy": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *       "resolvedByName": "Console of Ada",
                     *       "resolutionNote": "Expected payment",
                     *       "retractedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["AlertEvent"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description invalid_transition */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listReviews: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
                status?: "running" | "completed" | "cancelled" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "d4e0f1a2-3b4c-4d5e-8f60-718293a4b5c6",
                     *           "status": "completed",
                     *           "action": "acknowledge",
                     *           "note": "Payroll",
                     *           "reviewer": {
                     *             "id": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *             "name": "Desk"
                     *           },
                     *           "filter": {
                     *             "status": "open",
                     *             "severity": null,
                     *             "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *             "walletId": null,
                     *             "walletTag": null,
                     *             "chain": null,
                     *             "from": null,
                     *             "to": "2026-11-23T16:02:11.480Z"
                     *           },
                     *           "wholePayments": false,
                     *           "total": 1250,
                     *           "reviewed": 1249,
                     *           "skipped": 1,
                     *           "failed": 0,
                     *           "failure": null,
                     *           "createdAt": "2026-11-23T16:02:11.480Z",
                     *           "updatedAt": "2026-11-23T16:02:11.480Z",
                     *           "completedAt": "2026-11-23T16:02:11.480Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Review"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "action": "acknowledge",
                 *       "note": "Payroll",
                 *       "status": "open",
                 *       "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                 *       "to": "2026-11-23T16:02:11.480Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateReview"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "d4e0f1a2-3b4c-4d5e-8f60-718293a4b5c6",
                     *       "status": "running",
                     *       "action": "acknowledge",
                     *       "note": "Payroll",
                     *       "reviewer": {
                     *         "id": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *         "name": "Desk"
                     *       },
                     *       "filter": {
                     *         "status": "open",
                     *         "severity": null,
                     *         "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *         "walletId": null,
                     *         "walletTag": null,
                     *         "chain": null,
                     *         "from": null,
                     *         "to": "2026-11-23T16:02:11.480Z"
                     *       },
                     *       "wholePayments": false,
                     *       "total": null,
                     *       "reviewed": 0,
                     *       "skipped": 0,
                     *       "failed": 0,
                     *       "failure": null,
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z",
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Review"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "d4e0f1a2-3b4c-4d5e-8f60-718293a4b5c6",
                     *       "status": "completed",
                     *       "action": "acknowledge",
                     *       "note": "Payroll",
                     *       "reviewer": {
                     *         "id": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *         "name": "Desk"
                     *       },
                     *       "filter": {
                     *         "status": "open",
                     *         "severity": null,
                     *         "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *         "walletId": null,
                     *         "walletTag": null,
                     *         "chain": null,
                     *         "from": null,
                     *         "to": "2026-11-23T16:02:11.480Z"
                     *       },
                     *       "wholePayments": false,
                     *       "total": 1250,
                     *       "reviewed": 1249,
                     *       "skipped": 1,
                     *       "failed": 0,
                     *       "failure": null,
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z",
                     *       "completedAt": "2026-11-23T16:02:11.480Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Review"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "d4e0f1a2-3b4c-4d5e-8f60-718293a4b5c6",
                     *       "status": "cancelled",
                     *       "action": "acknowledge",
                     *       "note": "Payroll",
                     *       "reviewer": {
                     *         "id": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *         "name": "Desk"
                     *       },
                     *       "filter": {
                     *         "status": "open",
                     *         "severity": null,
                     *         "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *         "walletId": null,
                     *         "walletTag": null,
                     *         "chain": null,
                     *         "from": null,
                     *         "to": "2026-11-23T16:02:11.480Z"
                     *       },
                     *       "wholePayments": false,
                     *       "total": 1250,
                     *       "reviewed": 300,
                     *       "skipped": 0,
                     *       "failed": 0,
                     *       "failure": null,
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z",
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Review"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description invalid_transition */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showAcknowledgeLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><html lang="en">…</html> */
                    "text/html": string;
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description gone */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    useAcknowledgeLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "v2.5f0c1d9a2b7e.pXcD4fCwq1n0.524971b6-024a-5792-bdd7-e5e9d2403547.0d3f9d52-6c1e-4f0b-9f5a-2f2f8a1c7b10"
                 *     }
                 */
                "application/json": components["schemas"]["AcknowledgeByLink"];
                "application/x-www-form-urlencoded": components["schemas"]["AcknowledgeByLink"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "summary": "Treasury received 1 ETH (2,500 USD) from Acme Ltd",
                     *       "acknowledgedAt": "2026-11-23T16:02:11.480Z",
                     *       "acknowledgedByName": "Council on Telegram"
                     *     }
                     */
                    "application/json": components["schemas"]["AcknowledgedByLink"];
                    "text/html": string;
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description gone */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *           "url": "https://hooks.example.com/chainwatch",
                     *           "events": [
                     *             "alert.fired",
                     *             "alert.retracted"
                     *           ],
                     *           "description": "Treasury desk",
                     *           "match": {
                     *             "severities": [
                     *               "critical",
                     *               "warning"
                     *             ]
                     *           },
                     *           "headers": {
                     *             "Authorization": "…9zQ1"
                     *           },
                     *           "payload": "standard",
                     *           "isActive": true,
                     *           "disabledReason": null,
                     *           "consecutiveFailures": 0,
                     *           "failingSince": null,
                     *           "lastSuccessAt": "2026-11-23T15:14:00.000Z",
                     *           "lastFailureAt": null,
                     *           "lastError": null,
                     *           "createdAt": "2026-11-01T09:00:00.000Z",
                     *           "updatedAt": "2026-11-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/chainwatch",
                 *       "events": [
                 *         "alert.fired",
                 *         "alert.retracted"
                 *       ],
                 *       "description": "Treasury desk",
                 *       "match": {
                 *         "severities": [
                 *           "critical",
                 *           "warning"
                 *         ]
                 *       },
                 *       "headers": {
                 *         "Authorization": "Bearer pWx2Rk9zQ1"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *       "url": "https://hooks.example.com/chainwatch",
                     *       "events": [
                     *         "alert.fired",
                     *         "alert.retracted"
                     *       ],
                     *       "description": "Treasury desk",
                     *       "match": {
                     *         "severities": [
                     *           "critical",
                     *           "warning"
                     *         ]
                     *       },
                     *       "headers": {
                     *         "Authorization": "…9zQ1"
                     *       },
                     *       "payload": "standard",
                     *       "isActive": true,
                     *       "disabledReason": null,
                     *       "consecutiveFailures": 0,
                     *       "failingSince": null,
                     *       "lastSuccessAt": null,
                     *       "lastFailureAt": null,
                     *       "lastError": null,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z",
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
                status?: "pending" | "retrying" | "delivered" | "failed" | "summarised" | "not_sent";
                webhookId?: string;
                destinationId?: string | "none";
                replayId?: string;
                eventId?: string;
                sort?: "-createdAt" | "createdAt";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "524971b6-024a-5792-bdd7-e5e9d2403547",
                     *           "webhookId": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *           "destinationId": null,
                     *           "replayId": null,
                     *           "summaryId": null,
                     *           "alertSummary": null,
                     *           "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *           "eventId": "47021913-84da-5868-992e-ba66412cf2dd",
                     *           "event": "alert.fired",
                     *           "kind": "webhook",
                     *           "channel": "webhook",
                     *           "url": "https://hooks.example.com/chainwatch",
                     *           "status": "delivered",
                     *           "error": null,
                     *           "attempts": [
                     *             {
                     *               "n": 1,
                     *               "at": "2026-11-23T15:14:46.102Z",
                     *               "statusCode": 200,
                     *               "error": null,
                     *               "durationMs": 87,
                     *               "responseExcerpt": "ok"
                     *             }
                     *           ],
                     *           "nextAttemptAt": null,
                     *           "createdAt": "2026-11-23T15:14:45.809Z",
                     *           "deliveredAt": "2026-11-23T15:14:46.102Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "524971b6-024a-5792-bdd7-e5e9d2403547",
                 *         "47021913-84da-5868-992e-ba66412cf2dd"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReplayDeliveries"];
            };
        };
        responses: {
            /** @description Accepted: it is done in the background */
            202: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replayId": "3f1d7c64-2f52-4b1b-8a0c-6c8d7e9fa0b3",
                     *       "accepted": [
                     *         "524971b6-024a-5792-bdd7-e5e9d2403547"
                     *       ],
                     *       "failed": [
                     *         {
                     *           "id": "47021913-84da-5868-992e-ba66412cf2dd",
                     *           "code": "not_found"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ReplayAnswer"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "524971b6-024a-5792-bdd7-e5e9d2403547",
                     *       "webhookId": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *       "destinationId": null,
                     *       "replayId": null,
                     *       "summaryId": null,
                     *       "alertSummary": null,
                     *       "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *       "eventId": "47021913-84da-5868-992e-ba66412cf2dd",
                     *       "event": "alert.fired",
                     *       "kind": "webhook",
                     *       "channel": "webhook",
                     *       "url": "https://hooks.example.com/chainwatch",
                     *       "status": "delivered",
                     *       "error": null,
                     *       "attempts": [
                     *         {
                     *           "n": 1,
                     *           "at": "2026-11-23T15:14:46.102Z",
                     *           "statusCode": 200,
                     *           "error": null,
                     *           "durationMs": 87,
                     *           "responseExcerpt": "ok"
                     *         }
                     *       ],
                     *       "nextAttemptAt": null,
                     *       "createdAt": "2026-11-23T15:14:45.809Z",
                     *       "deliveredAt": "2026-11-23T15:14:46.102Z",
                     *       "request": {
                     *         "headers": {
                     *           "Authorization": "…9f3a",
                     *           "Content-Type": "application/json",
                     *           "User-Agent": "Chainwatch/0.2.0",
                     *           "X-Service-Event": "alert.fired",
                     *           "X-Service-Delivery": "524971b6-024a-5792-bdd7-e5e9d2403547",
                     *           "X-Service-Attempt": "1",
                     *           "webhook-id": "524971b6-024a-5792-bdd7-e5e9d2403547"
                     *         },
                     *         "body": "{\"event\":\"alert.fired\",\"fired_at\":\"2026-11-23T15:13:59.000Z\"}"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Accepted: it is done in the background */
            202: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "524971b6-024a-5792-bdd7-e5e9d2403547",
                     *       "webhookId": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *       "destinationId": null,
                     *       "replayId": null,
                     *       "summaryId": null,
                     *       "alertSummary": null,
                     *       "ruleId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *       "eventId": "47021913-84da-5868-992e-ba66412cf2dd",
                     *       "event": "alert.fired",
                     *       "kind": "webhook",
                     *       "channel": "webhook",
                     *       "url": "https://hooks.example.com/chainwatch",
                     *       "status": "pending",
                     *       "error": null,
                     *       "attempts": [],
                     *       "nextAttemptAt": "2026-11-23T16:02:11.480Z",
                     *       "createdAt": "2026-11-23T15:14:45.809Z",
                     *       "deliveredAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listReplays: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
                status?: "running" | "completed" | "cancelled" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "3f1d7c64-2f52-4b1b-8a0c-6c8d7e9fa0b3",
                     *           "status": "completed",
                     *           "filter": {
                     *             "status": "failed",
                     *             "webhookId": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *             "destinationId": null,
                     *             "from": "2026-11-01T09:00:00.000Z",
                     *             "to": null
                     *           },
                     *           "total": 12,
                     *           "replayed": 12,
                     *           "skipped": 0,
                     *           "failure": null,
                     *           "createdAt": "2026-11-23T16:02:11.480Z",
                     *           "updatedAt": "2026-11-23T16:02:11.480Z",
                     *           "completedAt": "2026-11-23T16:02:19.911Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Replay"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createReplay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "failed",
                 *       "webhookId": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                 *       "from": "2026-11-01T09:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateReplay"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f1d7c64-2f52-4b1b-8a0c-6c8d7e9fa0b3",
                     *       "status": "running",
                     *       "filter": {
                     *         "status": "failed",
                     *         "webhookId": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *         "destinationId": null,
                     *         "from": "2026-11-01T09:00:00.000Z",
                     *         "to": null
                     *       },
                     *       "total": null,
                     *       "replayed": 0,
                     *       "skipped": 0,
                     *       "failure": null,
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z",
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f1d7c64-2f52-4b1b-8a0c-6c8d7e9fa0b3",
                     *       "status": "completed",
                     *       "filter": {
                     *         "status": "failed",
                     *         "webhookId": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *         "destinationId": null,
                     *         "from": "2026-11-01T09:00:00.000Z",
                     *         "to": null
                     *       },
                     *       "total": 12,
                     *       "replayed": 12,
                     *       "skipped": 0,
                     *       "failure": null,
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z",
                     *       "completedAt": "2026-11-23T16:02:19.911Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f1d7c64-2f52-4b1b-8a0c-6c8d7e9fa0b3",
                     *       "status": "cancelled",
                     *       "filter": {
                     *         "status": "failed",
                     *         "webhookId": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *         "destinationId": null,
                     *         "from": "2026-11-01T09:00:00.000Z",
                     *         "to": null
                     *       },
                     *       "total": 12,
                     *       "replayed": 4,
                     *       "skipped": 0,
                     *       "failure": null,
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z",
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description invalid_transition */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3f1d7c64-2f52-4b1b-8a0c-6c8d7e9fa0b3",
                     *       "status": "running",
                     *       "filter": {
                     *         "status": "failed",
                     *         "webhookId": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *         "destinationId": null,
                     *         "from": "2026-11-01T09:00:00.000Z",
                     *         "to": null
                     *       },
                     *       "total": 12,
                     *       "replayed": 4,
                     *       "skipped": 0,
                     *       "failure": null,
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z",
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Replay"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, invalid_transition */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *       "url": "https://hooks.example.com/chainwatch",
                     *       "events": [
                     *         "alert.fired",
                     *         "alert.retracted"
                     *       ],
                     *       "description": "Treasury desk",
                     *       "match": {
                     *         "severities": [
                     *           "critical",
                     *           "warning"
                     *         ]
                     *       },
                     *       "headers": {
                     *         "Authorization": "…9zQ1"
                     *       },
                     *       "payload": "standard",
                     *       "isActive": true,
                     *       "disabledReason": null,
                     *       "consecutiveFailures": 0,
                     *       "failingSince": null,
                     *       "lastSuccessAt": "2026-11-23T15:14:00.000Z",
                     *       "lastFailureAt": null,
                     *       "lastError": null,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, without an answer */
            204: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhook"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *       "url": "https://hooks.example.com/chainwatch",
                     *       "events": [
                     *         "alert.fired",
                     *         "alert.retracted"
                     *       ],
                     *       "description": "Treasury desk",
                     *       "match": {
                     *         "severities": [
                     *           "critical",
                     *           "warning"
                     *         ]
                     *       },
                     *       "headers": {
                     *         "Authorization": "…9zQ1"
                     *       },
                     *       "payload": "standard",
                     *       "isActive": false,
                     *       "disabledReason": null,
                     *       "consecutiveFailures": 0,
                     *       "failingSince": null,
                     *       "lastSuccessAt": "2026-11-23T15:14:00.000Z",
                     *       "lastFailureAt": null,
                     *       "lastError": null,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Accepted: it is done in the background */
            202: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "524971b6-024a-5792-bdd7-e5e9d2403547",
                     *       "webhookId": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *       "destinationId": null,
                     *       "replayId": null,
                     *       "summaryId": null,
                     *       "alertSummary": null,
                     *       "ruleId": null,
                     *       "eventId": null,
                     *       "event": "ping",
                     *       "kind": "webhook",
                     *       "channel": "webhook",
                     *       "url": "https://hooks.example.com/chainwatch",
                     *       "status": "pending",
                     *       "error": null,
                     *       "attempts": [],
                     *       "nextAttemptAt": "2026-11-23T16:02:11.480Z",
                     *       "createdAt": "2026-11-23T15:14:45.809Z",
                     *       "deliveredAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *       "url": "https://hooks.example.com/chainwatch",
                     *       "events": [
                     *         "alert.fired",
                     *         "alert.retracted"
                     *       ],
                     *       "description": "Treasury desk",
                     *       "match": {
                     *         "severities": [
                     *           "critical",
                     *           "warning"
                     *         ]
                     *       },
                     *       "headers": {
                     *         "Authorization": "…9zQ1"
                     *       },
                     *       "payload": "standard",
                     *       "isActive": true,
                     *       "disabledReason": null,
                     *       "consecutiveFailures": 0,
                     *       "failingSince": null,
                     *       "lastSuccessAt": "2026-11-23T15:14:00.000Z",
                     *       "lastFailureAt": null,
                     *       "lastError": null,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z",
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWallets: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
                chain?: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
                type?: string;
                tag?: string;
                status?: "active" | "throttled";
                watch?: "true" | "false";
                externalId?: string;
                managedBy?: string;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *           "label": "Treasury",
                     *           "type": "hot",
                     *           "color": "#db2777",
                     *           "address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *           "chains": [
                     *             "ethereum",
                     *             "base"
                     *           ],
                     *           "tags": [
                     *             "treasury"
                     *           ],
                     *           "externalId": "account-7",
                     *           "watch": true,
                     *           "managedBy": null,
                     *           "createdAt": "2026-11-01T09:00:00.000Z",
                     *           "updatedAt": "2026-11-01T09:00:00.000Z",
                     *           "status": "active",
                     *           "throttledSince": null,
                     *           "mutedUntil": null,
                     *           "muteReason": null,
                     *           "muteCritical": false
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Wallet"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                            /** @description With `q`: how many wallets this request looked through */
                            searched?: number;
                            /**
                             * @description With `q`: false when `meta.next` continues the search
                             * @constant
                             */
                            totalIsExact?: false;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWallet: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Treasury",
                 *       "type": "hot",
                 *       "color": "#db2777",
                 *       "address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *       "chains": [
                 *         "ethereum",
                 *         "base"
                 *       ],
                 *       "tags": [
                 *         "treasury"
                 *       ],
                 *       "externalId": "account-7"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWallet"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "label": "Treasury",
                     *       "type": "hot",
                     *       "color": "#db2777",
                     *       "address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *       "chains": [
                     *         "ethereum",
                     *         "base"
                     *       ],
                     *       "tags": [
                     *         "treasury"
                     *       ],
                     *       "externalId": "account-7",
                     *       "watch": true,
                     *       "managedBy": null,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z",
                     *       "status": "active",
                     *       "throttledSince": null,
                     *       "mutedUntil": null,
                     *       "muteReason": null,
                     *       "muteCritical": false
                     *     }
                     */
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWallets: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "wallets": [
                 *         {
                 *           "label": "Treasury",
                 *           "type": "hot",
                 *           "color": "#db2777",
                 *           "address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *           "chains": [
                 *             "ethereum",
                 *             "base"
                 *           ],
                 *           "tags": [
                 *             "treasury"
                 *           ],
                 *           "externalId": "account-7"
                 *         },
                 *         {
                 *           "label": "Payroll",
                 *           "type": "hot",
                 *           "color": "#db2777",
                 *           "address": "nobody",
                 *           "chains": [
                 *             "ethereum",
                 *             "base"
                 *           ],
                 *           "tags": [
                 *             "treasury"
                 *           ],
                 *           "externalId": "account-7"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkWallets"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": [
                     *         {
                     *           "id": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *           "label": "Treasury",
                     *           "type": "hot",
                     *           "color": "#db2777",
                     *           "address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *           "chains": [
                     *             "ethereum",
                     *             "base"
                     *           ],
                     *           "tags": [
                     *             "treasury"
                     *           ],
                     *           "externalId": "account-7",
                     *           "watch": true,
                     *           "managedBy": null,
                     *           "createdAt": "2026-11-01T09:00:00.000Z",
                     *           "updatedAt": "2026-11-01T09:00:00.000Z",
                     *           "status": "active",
                     *           "throttledSince": null,
                     *           "mutedUntil": null,
                     *           "muteReason": null,
                     *           "muteCritical": false
                     *         }
                     *       ],
                     *       "existing": [],
                     *       "failed": [
                     *         {
                     *           "index": 1,
                     *           "code": "validation_failed",
                     *           "errors": [
                     *             {
                     *               "path": "address",
                     *               "message": "is not a valid address of ethereum"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BulkWalletsAnswer"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "label": "Treasury",
                     *       "type": "hot",
                     *       "color": "#db2777",
                     *       "address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *       "chains": [
                     *         "ethereum",
                     *         "base"
                     *       ],
                     *       "tags": [
                     *         "treasury"
                     *       ],
                     *       "externalId": "account-7",
                     *       "watch": true,
                     *       "managedBy": null,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z",
                     *       "status": "active",
                     *       "throttledSince": null,
                     *       "mutedUntil": null,
                     *       "muteReason": null,
                     *       "muteCritical": false
                     *     }
                     */
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, without an answer */
            204: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Main treasury",
                 *       "mutedUntil": "2026-11-23T17:00:00.000Z",
                 *       "muteReason": "Migration of the treasury",
                 *       "muteCritical": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWallet"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "label": "Main treasury",
                     *       "type": "hot",
                     *       "color": "#db2777",
                     *       "address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                     *       "chains": [
                     *         "ethereum",
                     *         "base"
                     *       ],
                     *       "tags": [
                     *         "treasury"
                     *       ],
                     *       "externalId": "account-7",
                     *       "watch": true,
                     *       "managedBy": null,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z",
                     *       "status": "active",
                     *       "throttledSince": null,
                     *       "mutedUntil": "2026-11-23T17:00:00.000Z",
                     *       "muteReason": "Migration of the treasury",
                     *       "muteCritical": false
                     *     }
                     */
                    "application/json": components["schemas"]["Wallet"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBalances: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
                onChain?: "true" | "false";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "chain": "ethereum",
                     *           "asset": "ETH",
                     *           "tokenAddress": null,
                     *           "amount": "50",
                     *           "valueUsd": "125000",
                     *           "height": 21250117,
                     *           "at": "2026-11-23T15:14:45.310Z",
                     *           "status": "matched",
                     *           "onChain": {
                     *             "amount": "48",
                     *             "valueUsd": "120000",
                     *             "at": "2026-11-23T16:02:11.480Z"
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Balance"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBalanceSums: {
        parameters: {
            query?: {
                walletIds?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *           "valueUsd": "125000",
                     *           "isComplete": true,
                     *           "at": "2026-11-23T15:14:45.310Z",
                     *           "lastTransactionAt": "2026-11-01T09:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BalanceSum"][];
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBalanceHistory: {
        parameters: {
            query?: {
                walletId?: string;
                asset?: string;
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "at": "2026-11-23T00:00:00.000Z",
                     *           "valueUsd": "125000",
                     *           "byAsset": [
                     *             {
                     *               "chain": "ethereum",
                     *               "asset": "ETH",
                     *               "amount": "50",
                     *               "valueUsd": "125000"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["BalancePoint"][];
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWalletCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "chain": "ethereum",
                     *           "since": 21100000,
                     *           "ranges": [
                     *             {
                     *               "from": 21100000,
                     *               "to": 21250117
                     *             }
                     *           ],
                     *           "gaps": [
                     *             {
                     *               "from": 0,
                     *               "to": 21099999
                     *             }
                     *           ],
                     *           "recordedTo": 21250117,
                     *           "reconciledTo": 21250117,
                     *           "openDifferences": 0,
                     *           "throttledSince": null,
                     *           "detail": "full",
                     *           "innerPayments": "at_once",
                     *           "innerPaymentsFrom": 21180400
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["WalletCoverage"][];
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listReconciliations: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
                walletId?: string;
                chain?: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
                status?: "open" | "explained";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "d1f2a3b4-c5d6-5e7f-8a9b-0c1d2e3f4a5b",
                     *           "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *           "chain": "ethereum",
                     *           "asset": "ETH",
                     *           "tokenAddress": null,
                     *           "expected": "49",
                     *           "actual": "50",
                     *           "difference": "1",
                     *           "fromHeight": 21250001,
                     *           "toHeight": 21250117,
                     *           "status": "explained",
                     *           "explanation": "A call inside a transaction moved the value.",
                     *           "transactionIds": [
                     *             "68479fe2-06a4-5c46-b152-b539b3a10851"
                     *           ],
                     *           "createdAt": "2026-11-23T15:14:45.310Z",
                     *           "explainedAt": "2026-11-23T16:02:11.480Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Reconciliation"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBookEntries: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
                family?: "evm" | "solana" | "xrp";
                list?: string;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "2f6c7d18-90ab-5c1d-8e2f-3a4b5c6d7e8f",
                     *           "address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *           "label": "Our account at the exchange",
                     *           "note": "Desk 4",
                     *           "lists": [
                     *             "exchanges"
                     *           ],
                     *           "family": "evm",
                     *           "createdAt": "2026-11-01T09:00:00.000Z",
                     *           "updatedAt": "2026-11-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AddressBookEntry"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                            /** @description With `q`: how many entries this request looked through */
                            searched?: number;
                            /**
                             * @description With `q`: false when `meta.next` continues the search
                             * @constant
                             */
                            totalIsExact?: false;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBookEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                 *       "label": "Our account at the exchange",
                 *       "note": "Desk 4",
                 *       "lists": [
                 *         "exchanges"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateAddressBookEntry"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "2f6c7d18-90ab-5c1d-8e2f-3a4b5c6d7e8f",
                     *       "address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *       "label": "Our account at the exchange",
                     *       "note": "Desk 4",
                     *       "lists": [
                     *         "exchanges"
                     *       ],
                     *       "family": "evm",
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AddressBookEntry"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBookEntries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "entries": [
                 *         {
                 *           "address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                 *           "label": "Our account at the exchange",
                 *           "note": "Desk 4",
                 *           "lists": [
                 *             "exchanges"
                 *           ]
                 *         },
                 *         {
                 *           "address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *           "label": "Partner"
                 *         },
                 *         {
                 *           "address": "0x1",
                 *           "label": "Typo"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["BulkAddressBookEntries"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "created": [
                     *         {
                     *           "id": "2f6c7d18-90ab-5c1d-8e2f-3a4b5c6d7e8f",
                     *           "address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *           "label": "Our account at the exchange",
                     *           "note": "Desk 4",
                     *           "lists": [
                     *             "exchanges"
                     *           ],
                     *           "family": "evm",
                     *           "createdAt": "2026-11-01T09:00:00.000Z",
                     *           "updatedAt": "2026-11-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "existing": [
                     *         {
                     *           "index": 1,
                     *           "id": "2f6c7d18-90ab-5c1d-8e2f-3a4b5c6d7e8f",
                     *           "differs": [
                     *             "label"
                     *           ]
                     *         }
                     *       ],
                     *       "failed": [
                     *         {
                     *           "index": 2,
                     *           "code": "validation_failed",
                     *           "errors": [
                     *             {
                     *               "path": "address",
                     *               "message": "must be an address of evm, solana, xrp"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["BulkAddressBookEntriesAnswer"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBookEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "2f6c7d18-90ab-5c1d-8e2f-3a4b5c6d7e8f",
                     *       "address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *       "label": "Our account at the exchange",
                     *       "note": "Desk 4",
                     *       "lists": [
                     *         "exchanges"
                     *       ],
                     *       "family": "evm",
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AddressBookEntry"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteBookEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, without an answer */
            204: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateBookEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Old account at the exchange"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAddressBookEntry"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "2f6c7d18-90ab-5c1d-8e2f-3a4b5c6d7e8f",
                     *       "address": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                     *       "label": "Old account at the exchange",
                     *       "note": "Desk 4",
                     *       "lists": [
                     *         "exchanges"
                     *       ],
                     *       "family": "evm",
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AddressBookEntry"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAddressLists: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "7a8b9c0d-1e2f-5a3b-9c4d-5e6f7a8b9c0d",
                     *           "name": "sanctioned",
                     *           "purpose": "deny",
                     *           "source": {
                     *             "url": "https://lists.example.com/sanctioned.txt",
                     *             "format": "text",
                     *             "column": null
                     *           },
                     *           "size": 96,
                     *           "lastRun": {
                     *             "at": "2026-11-23T15:14:45.310Z",
                     *             "added": 2,
                     *             "removed": 1,
                     *             "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *             "error": null,
                     *             "refused": null
                     *           },
                     *           "createdAt": "2026-11-01T09:00:00.000Z",
                     *           "updatedAt": "2026-11-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AddressList"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createAddressList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "sanctioned",
                 *       "purpose": "deny",
                 *       "source": {
                 *         "url": "https://lists.example.com/sanctioned.txt",
                 *         "format": "text"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateAddressList"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7a8b9c0d-1e2f-5a3b-9c4d-5e6f7a8b9c0d",
                     *       "name": "sanctioned",
                     *       "purpose": "deny",
                     *       "source": {
                     *         "url": "https://lists.example.com/sanctioned.txt",
                     *         "format": "text",
                     *         "column": null
                     *       },
                     *       "size": 0,
                     *       "lastRun": null,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AddressList"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAddressList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7a8b9c0d-1e2f-5a3b-9c4d-5e6f7a8b9c0d",
                     *       "name": "sanctioned",
                     *       "purpose": "deny",
                     *       "source": {
                     *         "url": "https://lists.example.com/sanctioned.txt",
                     *         "format": "text",
                     *         "column": null
                     *       },
                     *       "size": 96,
                     *       "lastRun": {
                     *         "at": "2026-11-23T15:14:45.310Z",
                     *         "added": 2,
                     *         "removed": 1,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "error": null,
                     *         "refused": null
                     *       },
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AddressList"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteAddressList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, without an answer */
            204: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateAddressList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "purpose": "info"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateAddressList"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7a8b9c0d-1e2f-5a3b-9c4d-5e6f7a8b9c0d",
                     *       "name": "sanctioned",
                     *       "purpose": "info",
                     *       "source": {
                     *         "url": "https://lists.example.com/sanctioned.txt",
                     *         "format": "text",
                     *         "column": null
                     *       },
                     *       "size": 96,
                     *       "lastRun": {
                     *         "at": "2026-11-23T15:14:45.310Z",
                     *         "added": 2,
                     *         "removed": 1,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "error": null,
                     *         "refused": null
                     *       },
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AddressList"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    refreshAddressList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Accepted: it is done in the background */
            202: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7a8b9c0d-1e2f-5a3b-9c4d-5e6f7a8b9c0d",
                     *       "name": "sanctioned",
                     *       "purpose": "deny",
                     *       "source": {
                     *         "url": "https://lists.example.com/sanctioned.txt",
                     *         "format": "text",
                     *         "column": null
                     *       },
                     *       "size": 96,
                     *       "lastRun": {
                     *         "at": "2026-11-23T15:14:45.310Z",
                     *         "added": 2,
                     *         "removed": 1,
                     *         "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "error": null,
                     *         "refused": null
                     *       },
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AddressList"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStats: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                interval?: "hour" | "day";
                walletTag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-11-23T00:00:00.000Z",
                     *       "to": "2026-11-23T23:59:59.999Z",
                     *       "interval": "day",
                     *       "buckets": [
                     *         {
                     *           "at": "2026-11-23T00:00:00.000Z",
                     *           "alerts": {
                     *             "info": 0,
                     *             "warning": 2,
                     *             "critical": 1
                     *           },
                     *           "transactions": {
                     *             "ethereum": 14,
                     *             "solana": 3
                     *           },
                     *           "deliveries": {
                     *             "delivered": 5,
                     *             "failed": 0,
                     *             "other": 1
                     *           }
                     *         }
                     *       ],
                     *       "recipients": [
                     *         {
                     *           "id": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de",
                     *           "deliveries": {
                     *             "delivered": 5,
                     *             "failed": 0,
                     *             "retrying": 1,
                     *             "pending": 0,
                     *             "not_sent": 0,
                     *             "summarised": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Stats"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getFlows: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                walletId?: string;
                walletTag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-11-23T00:00:00.000Z",
                     *       "to": "2026-11-23T23:59:59.999Z",
                     *       "days": [
                     *         {
                     *           "at": "2026-11-23T00:00:00.000Z",
                     *           "inUsd": "18500",
                     *           "outUsd": "2499.5"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Flows"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "organisation": {
                     *         "id": "0d3f9d52-6c1e-4f0b-9f5a-2f2f8a1c7b10",
                     *         "name": "Acme Treasury"
                     *       },
                     *       "scope": "admin",
                     *       "key": {
                     *         "id": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *         "name": "Console of Ada",
                     *         "scope": "admin",
                     *         "prefix": "cw_live_",
                     *         "lastFour": "x9Qa",
                     *         "expiresAt": null
                     *       },
                     *       "person": null,
                     *       "limits": {
                     *         "wallets": {
                     *           "limit": 10000,
                     *           "used": 12
                     *         },
                     *         "rules": {
                     *           "limit": 500,
                     *           "used": 8
                     *         },
                     *         "webhooks": {
                     *           "limit": 20,
                     *           "used": 2
                     *         },
                     *         "keys": {
                     *           "limit": 50,
                     *           "used": 3
                     *         },
                     *         "addressBook": {
                     *           "limit": 100000,
                     *           "used": 40
                     *         },
                     *         "listEntries": {
                     *           "limit": 300000,
                     *           "used": 96
                     *         },
                     *         "requestsPerSecond": {
                     *           "limit": 200,
                     *           "used": null
                     *         },
                     *         "recordsPerHour": {
                     *           "limit": 10000,
                     *           "used": null
                     *         },
                     *         "mailsPerMinute": {
                     *           "limit": 60,
                     *           "used": null
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Me"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *           "name": "Console of Ada",
                     *           "scope": "admin",
                     *           "prefix": "cw_live_",
                     *           "lastFour": "x9Qa",
                     *           "expiresAt": null,
                     *           "createdAt": "2026-11-01T09:00:00.000Z",
                     *           "revokedAt": null,
                     *           "lastUsedAt": "2026-11-23T15:14:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ApiKey"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Console of Ada",
                 *       "scope": "admin"
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *       "name": "Console of Ada",
                     *       "scope": "admin",
                     *       "prefix": "cw_live_",
                     *       "lastFour": "x9Qa",
                     *       "expiresAt": null,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "revokedAt": null,
                     *       "lastUsedAt": null,
                     *       "key": "cw_live_3zX1pQvT8mKc5LrYb2WnG7sHd4JfAe0uR6ttx9Qa"
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, without an answer */
            204: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    keepKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "expiresAt": "2026-11-24T03:14:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["KeptKey"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forgetKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, without an answer */
            204: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "cw_live_3zX1pQvT8mKc5LrYb2WnG7sHd4JfAe0uR6ttx9Qa"
                     *     }
                     */
                    "application/json": components["schemas"]["ResumedKey"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
                actor?: string;
                action?: "create" | "update" | "delete" | "mute" | "unmute" | "rotate" | "test" | "refresh" | "cancel" | "resume" | "replay" | "import" | "annotate" | "acknowledge" | "resolve" | "ask" | "confirm" | "unsubscribe" | "read" | "suspend";
                resource?: "organisation" | "settings" | "key" | "wallet" | "rule" | "webhook" | "destination" | "email" | "address_book_entry" | "address_list" | "event" | "review" | "transaction" | "delivery" | "replay" | "export" | "backtest" | "backfill" | "recount";
                resourceId?: string;
                from?: string;
                to?: string;
                sort?: "-at" | "at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "4e5f6071-8293-4a4b-8c5d-6e7f8091a2b3",
                     *           "at": "2026-11-01T09:00:00.000Z",
                     *           "actor": {
                     *             "kind": "key",
                     *             "id": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                     *             "name": "Console of Ada"
                     *           },
                     *           "action": "update",
                     *           "resource": "rule",
                     *           "resourceId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                     *           "changes": [
                     *             {
                     *               "path": "conditions.minUsd",
                     *               "before": 10000,
                     *               "after": 50000
                     *             }
                     *           ],
                     *           "requestId": "8c1f6f0e-52b1-4a8e-9d1e-6f3b0a7c2d41"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCheckpoints: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0f6f4a52-3c0e-5d0c-9d0e-2b3a4c5d6e7f",
                     *           "from": "2026-11-23T14:00:00.000Z",
                     *           "to": "2026-11-23T15:00:00.000Z",
                     *           "count": 3,
                     *           "root": "6d8f2c0e1b7a4935d2c1f0e9a8b7c6d5e4f30291a8b7c6d5e4f30291a8b7c6d5",
                     *           "previous": "1f0e9d8c7b6a5948372615049382716059483726150493827160594837261504",
                     *           "signature": "MEUCIQDkqZ0xkTqS9m2bq0a3dY8o5m1uV6q9Wl3nYp4s7f2e1AIgX3c5b7n9L1k3J5h7G9f1D3s5A7p9O1i3U5y7T9r1E3w=",
                     *           "keyId": "5e0b7c1d-2f3a-4b5c-8d6e-7f8091a2b3c4"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["AuditCheckpoint"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getAuditKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keyId": "5e0b7c1d-2f3a-4b5c-8d6e-7f8091a2b3c4",
                     *       "algorithm": "ECDSA_SHA_256",
                     *       "publicKey": "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEMzyJp5fyPUD0CEMDOtJY0JnaZZUu\n0nJw0b5xTqGkBv8hK8VxLVYt9PYxRr0gNf0uZ8eJ5yVd2g8dVZkR1sWzQw==\n-----END PUBLIC KEY-----\n"
                     *     }
                     */
                    "application/json": components["schemas"]["AuditKey"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "emails": [
                     *         "treasury@example.com"
                     *       ],
                     *       "emailStatus": [
                     *         {
                     *           "address": "treasury@example.com",
                     *           "status": "pending",
                     *           "since": "2026-11-01T09:00:00.000Z",
                     *           "reason": null
                     *         }
                     *       ],
                     *       "slackWebhookUrl": null
                     *     }
                     */
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "emails": [
                 *         "treasury@example.com"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateSettings"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "emails": [
                     *         "treasury@example.com"
                     *       ],
                     *       "emailStatus": [
                     *         {
                     *           "address": "treasury@example.com",
                     *           "status": "pending",
                     *           "since": "2026-11-01T09:00:00.000Z",
                     *           "reason": null
                     *         }
                     *       ],
                     *       "slackWebhookUrl": null
                     *     }
                     */
                    "application/json": components["schemas"]["Settings"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resendConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "treasury@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ResendConfirmation"];
            };
        };
        responses: {
            /** @description Accepted: it is done in the background */
            202: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "address": "treasury@example.com",
                     *       "status": "pending",
                     *       "since": "2026-11-01T09:00:00.000Z",
                     *       "reason": null
                     *     }
                     */
                    "application/json": components["schemas"]["EmailStatus"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    showEmailLink: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><html lang="en">…</html> */
                    "text/html": string;
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    useEmailLink: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><html lang="en">…</html> */
                    "text/html": string;
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDestinations: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "b2a54c1e-7f0d-4e6a-9d35-1c8f2e7a6b90",
                     *           "name": "Council",
                     *           "kind": "telegram",
                     *           "config": {
                     *             "botToken": "…Cr4K",
                     *             "chatId": "-1002233445566"
                     *           },
                     *           "match": {
                     *             "severities": [
                     *               "critical"
                     *             ],
                     *             "walletTypes": [
                     *               "multisig"
                     *             ]
                     *           },
                     *           "isActive": true,
                     *           "disabledReason": null,
                     *           "createdAt": "2026-11-01T09:00:00.000Z",
                     *           "updatedAt": "2026-11-01T09:00:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Destination"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Council",
                 *       "kind": "telegram",
                 *       "config": {
                 *         "botToken": "8012345678:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K",
                 *         "chatId": "-1002233445566"
                 *       },
                 *       "match": {
                 *         "severities": [
                 *           "critical"
                 *         ],
                 *         "walletTypes": [
                 *           "multisig"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateDestination"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "b2a54c1e-7f0d-4e6a-9d35-1c8f2e7a6b90",
                     *       "name": "Council",
                     *       "kind": "telegram",
                     *       "config": {
                     *         "botToken": "…Cr4K",
                     *         "chatId": "-1002233445566"
                     *       },
                     *       "match": {
                     *         "severities": [
                     *           "critical"
                     *         ],
                     *         "walletTypes": [
                     *           "multisig"
                     *         ]
                     *       },
                     *       "isActive": true,
                     *       "disabledReason": null,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Destination"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewDestinations: {
        parameters: {
            query?: {
                ruleId?: string;
                ruleType?: "any_transfer" | "large_transfer" | "token_transfer" | "inbound_only" | "outbound_only" | "contract_call" | "method_call" | "address_blacklist" | "gas_spike" | "frequency" | "contract_deploy" | "token_mint" | "approval" | "authority_change" | "nft_transfer" | "outflow" | "silence" | "balance";
                walletId?: string;
                severity?: "info" | "warning" | "critical";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "kind": "email",
                     *           "id": null,
                     *           "name": "E-mail"
                     *         },
                     *         {
                     *           "kind": "telegram",
                     *           "id": "b2a54c1e-7f0d-4e6a-9d35-1c8f2e7a6b90",
                     *           "name": "Council"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Audience"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "b2a54c1e-7f0d-4e6a-9d35-1c8f2e7a6b90",
                     *       "name": "Council",
                     *       "kind": "telegram",
                     *       "config": {
                     *         "botToken": "…Cr4K",
                     *         "chatId": "-1002233445566"
                     *       },
                     *       "match": {
                     *         "severities": [
                     *           "critical"
                     *         ],
                     *         "walletTypes": [
                     *           "multisig"
                     *         ]
                     *       },
                     *       "isActive": true,
                     *       "disabledReason": null,
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-01T09:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Destination"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, without an answer */
            204: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isActive": false
                 *     }
                 */
                "application/json": components["schemas"]["UpdateDestination"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "b2a54c1e-7f0d-4e6a-9d35-1c8f2e7a6b90",
                     *       "name": "Council",
                     *       "kind": "telegram",
                     *       "config": {
                     *         "botToken": "…Cr4K",
                     *         "chatId": "-1002233445566"
                     *       },
                     *       "match": {
                     *         "severities": [
                     *           "critical"
                     *         ],
                     *         "walletTypes": [
                     *           "multisig"
                     *         ]
                     *       },
                     *       "isActive": false,
                     *       "disabledReason": "Turned off by the organisation",
                     *       "createdAt": "2026-11-01T09:00:00.000Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Destination"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testDestination: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Accepted: it is done in the background */
            202: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "524971b6-024a-5792-bdd7-e5e9d2403547",
                     *       "webhookId": null,
                     *       "destinationId": "b2a54c1e-7f0d-4e6a-9d35-1c8f2e7a6b90",
                     *       "replayId": null,
                     *       "summaryId": null,
                     *       "alertSummary": null,
                     *       "ruleId": null,
                     *       "eventId": null,
                     *       "event": "ping",
                     *       "kind": "telegram",
                     *       "channel": "telegram",
                     *       "url": "https://api.telegram.org",
                     *       "status": "pending",
                     *       "error": null,
                     *       "attempts": [],
                     *       "nextAttemptAt": "2026-11-23T16:02:11.480Z",
                     *       "createdAt": "2026-11-23T16:02:11.480Z",
                     *       "deliveredAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description conflict, idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listChains: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "ethereum",
                     *           "name": "Ethereum",
                     *           "family": "evm",
                     *           "nativeSymbol": "ETH",
                     *           "nativeDecimals": 18,
                     *           "chainId": 1,
                     *           "confirmations": 12,
                     *           "wrappedToken": "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
                     *           "explorer": "https://etherscan.io/tx/",
                     *           "addressExplorer": "https://etherscan.io/address/",
                     *           "prices": {
                     *             "source": "live",
                     *             "nativeUsd": null
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Chain"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCoverage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "chain": "ethereum",
                     *       "status": "running",
                     *       "stopped": null,
                     *       "confirmations": 12,
                     *       "ranges": [
                     *         {
                     *           "from": 21100000,
                     *           "to": 21250117
                     *         }
                     *       ],
                     *       "gaps": [],
                     *       "height": 21250117,
                     *       "recordedTo": 21250117,
                     *       "hash": "0x7e7d6200990e3176715267b2a6f653972cd582b81ec70edccb9b33fff038819d",
                     *       "timestamp": "2026-11-23T15:14:44.000Z",
                     *       "head": 21250129,
                     *       "headAt": "2026-11-23T15:14:45.310Z",
                     *       "lag": {
                     *         "blocks": 0,
                     *         "seconds": 0
                     *       },
                     *       "valuesDelayedSince": null
                     *     }
                     */
                    "application/json": components["schemas"]["Coverage"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBackfills: {
        parameters: {
            query?: {
                page?: number;
                pageSize?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "c7d1ba14-ecbf-4283-ab0c-5a046383a2af",
                     *           "chain": "ethereum",
                     *           "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *           "fromHeight": 21000000,
                     *           "toHeight": 21099999,
                     *           "evaluateRules": false,
                     *           "status": "running",
                     *           "blocksTotal": 100000,
                     *           "blocksDone": 4200,
                     *           "transactionsFound": 3,
                     *           "failure": null,
                     *           "createdAt": "2026-11-23T15:14:45.310Z",
                     *           "updatedAt": "2026-11-23T16:02:11.480Z",
                     *           "completedAt": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 1,
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "next": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Backfill"][];
                        meta: {
                            total: number;
                            page: number;
                            pageSize: number;
                            /** @description The cursor of the next page; null on the last page */
                            next: string | null;
                        };
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createBackfill: {
        parameters: {
            query?: never;
            header?: {
                /** @description Names the request, so that repetitions create nothing. For 24 hours, requests of the same API key with the same Idempotency-Key get the answer of the first that succeeded. Another request with the Idempotency-Key is 409 `idempotency_conflict`, and while the first request is running, repetitions are 409 `idempotency_in_progress`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                 *       "fromHeight": 21000000,
                 *       "toHeight": 21099999,
                 *       "evaluateRules": false
                 *     }
                 */
                "application/json": components["schemas"]["CreateBackfill"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c7d1ba14-ecbf-4283-ab0c-5a046383a2af",
                     *       "chain": "ethereum",
                     *       "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "fromHeight": 21000000,
                     *       "toHeight": 21099999,
                     *       "evaluateRules": false,
                     *       "status": "running",
                     *       "blocksTotal": 100000,
                     *       "blocksDone": 0,
                     *       "transactionsFound": 0,
                     *       "failure": null,
                     *       "createdAt": "2026-11-23T15:14:45.310Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z",
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Backfill"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description idempotency_conflict, idempotency_in_progress */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description chain_unavailable */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getBackfill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
                backfillId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c7d1ba14-ecbf-4283-ab0c-5a046383a2af",
                     *       "chain": "ethereum",
                     *       "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "fromHeight": 21000000,
                     *       "toHeight": 21099999,
                     *       "evaluateRules": false,
                     *       "status": "running",
                     *       "blocksTotal": 100000,
                     *       "blocksDone": 4200,
                     *       "transactionsFound": 3,
                     *       "failure": null,
                     *       "createdAt": "2026-11-23T15:14:45.310Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z",
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Backfill"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelBackfill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
                backfillId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c7d1ba14-ecbf-4283-ab0c-5a046383a2af",
                     *       "chain": "ethereum",
                     *       "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "fromHeight": 21000000,
                     *       "toHeight": 21099999,
                     *       "evaluateRules": false,
                     *       "status": "cancelled",
                     *       "blocksTotal": 100000,
                     *       "blocksDone": 4200,
                     *       "transactionsFound": 3,
                     *       "failure": null,
                     *       "createdAt": "2026-11-23T15:14:45.310Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z",
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Backfill"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description invalid_transition */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeBackfill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: "ethereum" | "base" | "arbitrum" | "optimism" | "polygon" | "bsc" | "avalanche" | "sepolia" | "anvil" | "solana" | "solana-devnet" | "xrp" | "xrp-testnet";
                backfillId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c7d1ba14-ecbf-4283-ab0c-5a046383a2af",
                     *       "chain": "ethereum",
                     *       "walletId": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                     *       "fromHeight": 21000000,
                     *       "toHeight": 21099999,
                     *       "evaluateRules": false,
                     *       "status": "running",
                     *       "blocksTotal": 100000,
                     *       "blocksDone": 4200,
                     *       "transactionsFound": 3,
                     *       "failure": null,
                     *       "createdAt": "2026-11-23T15:14:45.310Z",
                     *       "updatedAt": "2026-11-23T16:02:11.480Z",
                     *       "completedAt": null
                     *     }
                     */
                    "application/json": components["schemas"]["Backfill"];
                };
            };
            /** @description validation_failed, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description forbidden, organisation_suspended */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description not_found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description invalid_transition */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description payload_too_large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unsupported_media_type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    health: {
        parameters: {
            query?: {
                deep?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "failing",
                     *       "stage": "prod",
                     *       "version": "0.2.0",
                     *       "checks": [
                     *         {
                     *           "name": "table",
                     *           "status": "ok",
                     *           "ms": 7,
                     *           "detail": "The table answers."
                     *         },
                     *         {
                     *           "name": "queue deliveries",
                     *           "status": "ok",
                     *           "ms": 12,
                     *           "detail": "3 messages wait."
                     *         },
                     *         {
                     *           "name": "queue deliveries-dlq",
                     *           "status": "ok",
                     *           "ms": 11,
                     *           "detail": "0 messages wait."
                     *         },
                     *         {
                     *           "name": "secret data-key",
                     *           "status": "ok",
                     *           "ms": 35,
                     *           "detail": "The key seals and opens."
                     *         },
                     *         {
                     *           "name": "chain ethereum",
                     *           "status": "failing",
                     *           "ms": 9,
                     *           "detail": "120 blocks, 1440 s behind."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description organisation_suspended, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    recordReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, without an answer */
            204: {
                headers: {
                    /** @description Names the request in the logs */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description validation_failed */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unauthorized */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description rate_limited */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description internal */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "receive.alert.fired": {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` and the lowercase hex HMAC-SHA256 of the raw body */
                "X-Service-Signature": string;
                /** @description The same with the secret before the last rotation, for 24 hours */
                "X-Service-Signature-Previous"?: string;
                /** @description Id of the delivery, the same for its retries and replays */
                "X-Service-Delivery": string;
                /** @description Number of the attempt, from 1 */
                "X-Service-Attempt": string;
                /** @description `alert.fired` */
                "X-Service-Event": string;
                /** @description Id of the alert event, the same for an alert and what becomes of it */
                "X-Service-Alert-Id": string;
                /** @description Of the request or block that caused the delivery, the same as in the answer to the request */
                "X-Request-Id": string;
                /** @description Id of the delivery (Standard Webhooks) */
                "webhook-id": string;
                /** @description Seconds since 1970 (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256, one for each valid secret (Standard Webhooks) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "alert.fired",
                 *       "fired_at": "2026-11-23T15:14:45.809Z",
                 *       "rule": {
                 *         "id": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                 *         "name": "Over 1,000 USD"
                 *       },
                 *       "transaction": {
                 *         "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                 *         "chain": "ethereum",
                 *         "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                 *         "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *         "value_eth": "1",
                 *         "value_usd": "2500",
                 *         "block": 21250117,
                 *         "timestamp": "2026-11-23T15:14:44.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertFiredBody"];
            };
        };
        responses: {
            /** @description Delivered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the subscription */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive.alert.retracted": {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` and the lowercase hex HMAC-SHA256 of the raw body */
                "X-Service-Signature": string;
                /** @description The same with the secret before the last rotation, for 24 hours */
                "X-Service-Signature-Previous"?: string;
                /** @description Id of the delivery, the same for its retries and replays */
                "X-Service-Delivery": string;
                /** @description Number of the attempt, from 1 */
                "X-Service-Attempt": string;
                /** @description `alert.retracted` */
                "X-Service-Event": string;
                /** @description Id of the alert event, the same for an alert and what becomes of it */
                "X-Service-Alert-Id": string;
                /** @description Of the request or block that caused the delivery, the same as in the answer to the request */
                "X-Request-Id": string;
                /** @description Id of the delivery (Standard Webhooks) */
                "webhook-id": string;
                /** @description Seconds since 1970 (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256, one for each valid secret (Standard Webhooks) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "alert.retracted",
                 *       "event_id": "47021913-84da-5868-992e-ba66412cf2dd",
                 *       "fired_at": "2026-11-23T15:14:45.809Z",
                 *       "retracted_at": "2026-11-23T16:02:11.480Z",
                 *       "rule": {
                 *         "id": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                 *         "name": "Over 1,000 USD"
                 *       },
                 *       "transaction": {
                 *         "hash": "0x7d4c13ed95c0cee830d7457ec5a5976db1fc301cfa7a23fef0039a7ccf6aea87",
                 *         "chain": "ethereum",
                 *         "from": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
                 *         "to": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
                 *         "value_eth": "1",
                 *         "value_usd": "2500",
                 *         "block": 21250117,
                 *         "timestamp": "2026-11-23T15:14:44.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertRetractedBody"];
            };
        };
        responses: {
            /** @description Delivered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the subscription */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive.alert.acknowledged": {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` and the lowercase hex HMAC-SHA256 of the raw body */
                "X-Service-Signature": string;
                /** @description The same with the secret before the last rotation, for 24 hours */
                "X-Service-Signature-Previous"?: string;
                /** @description Id of the delivery, the same for its retries and replays */
                "X-Service-Delivery": string;
                /** @description Number of the attempt, from 1 */
                "X-Service-Attempt": string;
                /** @description `alert.acknowledged` */
                "X-Service-Event": string;
                /** @description Id of the alert event, the same for an alert and what becomes of it */
                "X-Service-Alert-Id": string;
                /** @description Of the request or block that caused the delivery, the same as in the answer to the request */
                "X-Request-Id": string;
                /** @description Id of the delivery (Standard Webhooks) */
                "webhook-id": string;
                /** @description Seconds since 1970 (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256, one for each valid secret (Standard Webhooks) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "alert.acknowledged",
                 *       "occurred_at": "2026-11-23T16:02:11.480Z",
                 *       "event_id": "47021913-84da-5868-992e-ba66412cf2dd",
                 *       "rule": {
                 *         "id": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                 *         "name": "Over 1,000 USD"
                 *       },
                 *       "by": "Console of Ada",
                 *       "note": null
                 *     }
                 */
                "application/json": components["schemas"]["AlertAcknowledgedBody"];
            };
        };
        responses: {
            /** @description Delivered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the subscription */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive.alert.resolved": {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` and the lowercase hex HMAC-SHA256 of the raw body */
                "X-Service-Signature": string;
                /** @description The same with the secret before the last rotation, for 24 hours */
                "X-Service-Signature-Previous"?: string;
                /** @description Id of the delivery, the same for its retries and replays */
                "X-Service-Delivery": string;
                /** @description Number of the attempt, from 1 */
                "X-Service-Attempt": string;
                /** @description `alert.resolved` */
                "X-Service-Event": string;
                /** @description Id of the alert event, the same for an alert and what becomes of it */
                "X-Service-Alert-Id": string;
                /** @description Of the request or block that caused the delivery, the same as in the answer to the request */
                "X-Request-Id": string;
                /** @description Id of the delivery (Standard Webhooks) */
                "webhook-id": string;
                /** @description Seconds since 1970 (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256, one for each valid secret (Standard Webhooks) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "alert.resolved",
                 *       "occurred_at": "2026-11-23T16:02:11.480Z",
                 *       "event_id": "47021913-84da-5868-992e-ba66412cf2dd",
                 *       "rule": {
                 *         "id": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                 *         "name": "Over 1,000 USD"
                 *       },
                 *       "by": "Console of Ada",
                 *       "note": "A payment that was agreed on."
                 *     }
                 */
                "application/json": components["schemas"]["AlertResolvedBody"];
            };
        };
        responses: {
            /** @description Delivered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the subscription */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive.audit.checkpoint": {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` and the lowercase hex HMAC-SHA256 of the raw body */
                "X-Service-Signature": string;
                /** @description The same with the secret before the last rotation, for 24 hours */
                "X-Service-Signature-Previous"?: string;
                /** @description Id of the delivery, the same for its retries and replays */
                "X-Service-Delivery": string;
                /** @description Number of the attempt, from 1 */
                "X-Service-Attempt": string;
                /** @description `audit.checkpoint` */
                "X-Service-Event": string;
                /** @description Of the request or block that caused the delivery, the same as in the answer to the request */
                "X-Request-Id": string;
                /** @description Id of the delivery (Standard Webhooks) */
                "webhook-id": string;
                /** @description Seconds since 1970 (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256, one for each valid secret (Standard Webhooks) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "audit.checkpoint",
                 *       "occurred_at": "2026-11-23T16:02:11.480Z",
                 *       "checkpoint": {
                 *         "id": "0f6f4a52-3c0e-5d0c-9d0e-2b3a4c5d6e7f",
                 *         "from": "2026-11-23T14:00:00.000Z",
                 *         "to": "2026-11-23T15:00:00.000Z",
                 *         "count": 3,
                 *         "root": "6d8f2c0e1b7a4935d2c1f0e9a8b7c6d5e4f30291a8b7c6d5e4f30291a8b7c6d5",
                 *         "previous": "1f0e9d8c7b6a5948372615049382716059483726150493827160594837261504",
                 *         "signature": "MEUCIQDkqZ0xkTqS9m2bq0a3dY8o5m1uV6q9Wl3nYp4s7f2e1AIgX3c5b7n9L1k3J5h7G9f1D3s5A7p9O1i3U5y7T9r1E3w=",
                 *         "keyId": "5e0b7c1d-2f3a-4b5c-8d6e-7f8091a2b3c4"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AuditCheckpointBody"];
            };
        };
        responses: {
            /** @description Delivered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the subscription */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive.coverage.difference": {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` and the lowercase hex HMAC-SHA256 of the raw body */
                "X-Service-Signature": string;
                /** @description The same with the secret before the last rotation, for 24 hours */
                "X-Service-Signature-Previous"?: string;
                /** @description Id of the delivery, the same for its retries and replays */
                "X-Service-Delivery": string;
                /** @description Number of the attempt, from 1 */
                "X-Service-Attempt": string;
                /** @description `coverage.difference` */
                "X-Service-Event": string;
                /** @description Of the request or block that caused the delivery, the same as in the answer to the request */
                "X-Request-Id": string;
                /** @description Id of the delivery (Standard Webhooks) */
                "webhook-id": string;
                /** @description Seconds since 1970 (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256, one for each valid secret (Standard Webhooks) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "coverage.difference",
                 *       "occurred_at": "2026-11-23T16:02:11.480Z",
                 *       "wallet": {
                 *         "id": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                 *         "label": "Treasury",
                 *         "address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
                 *       },
                 *       "chain": "ethereum",
                 *       "asset": "ETH",
                 *       "expected": "49",
                 *       "actual": "50",
                 *       "difference": "1",
                 *       "from_height": 21250001,
                 *       "to_height": 21250117,
                 *       "reconciliation_id": "d1f2a3b4-c5d6-5e7f-8a9b-0c1d2e3f4a5b"
                 *     }
                 */
                "application/json": components["schemas"]["CoverageDifferenceBody"];
            };
        };
        responses: {
            /** @description Delivered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the subscription */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive.wallet.throttled": {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` and the lowercase hex HMAC-SHA256 of the raw body */
                "X-Service-Signature": string;
                /** @description The same with the secret before the last rotation, for 24 hours */
                "X-Service-Signature-Previous"?: string;
                /** @description Id of the delivery, the same for its retries and replays */
                "X-Service-Delivery": string;
                /** @description Number of the attempt, from 1 */
                "X-Service-Attempt": string;
                /** @description `wallet.throttled` */
                "X-Service-Event": string;
                /** @description Of the request or block that caused the delivery, the same as in the answer to the request */
                "X-Request-Id": string;
                /** @description Id of the delivery (Standard Webhooks) */
                "webhook-id": string;
                /** @description Seconds since 1970 (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256, one for each valid secret (Standard Webhooks) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "wallet.throttled",
                 *       "occurred_at": "2026-11-23T16:02:11.480Z",
                 *       "chain": "ethereum",
                 *       "records_per_hour": 10000,
                 *       "wallets": [
                 *         {
                 *           "id": "575cab8e-6dc4-4601-a655-006c486b3f6d",
                 *           "label": "Treasury",
                 *           "address": "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
                 *         }
                 *       ],
                 *       "more": 0
                 *     }
                 */
                "application/json": components["schemas"]["WalletThrottledBody"];
            };
        };
        responses: {
            /** @description Delivered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the subscription */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive.configuration.changed": {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` and the lowercase hex HMAC-SHA256 of the raw body */
                "X-Service-Signature": string;
                /** @description The same with the secret before the last rotation, for 24 hours */
                "X-Service-Signature-Previous"?: string;
                /** @description Id of the delivery, the same for its retries and replays */
                "X-Service-Delivery": string;
                /** @description Number of the attempt, from 1 */
                "X-Service-Attempt": string;
                /** @description `configuration.changed` */
                "X-Service-Event": string;
                /** @description Of the request or block that caused the delivery, the same as in the answer to the request */
                "X-Request-Id": string;
                /** @description Id of the delivery (Standard Webhooks) */
                "webhook-id": string;
                /** @description Seconds since 1970 (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256, one for each valid secret (Standard Webhooks) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "configuration.changed",
                 *       "entryId": "4e5f6071-8293-4a4b-8c5d-6e7f8091a2b3",
                 *       "action": "disabled",
                 *       "resource": "rule",
                 *       "resourceId": "8e453943-ba89-4a1e-a3e3-2761631ed5ca",
                 *       "name": "Large payments",
                 *       "actor": {
                 *         "kind": "key",
                 *         "id": "5b0c6a3e-8a52-4d0e-9d64-7b8a6f2f4c21",
                 *         "name": "CI"
                 *       },
                 *       "changes": [
                 *         {
                 *           "path": "isActive",
                 *           "before": true,
                 *           "after": false
                 *         }
                 *       ],
                 *       "at": "2026-11-23T16:02:11.480Z",
                 *       "requestId": "5d2f6f2e-3a58-4f0b-8c57-2b6f4f1f3c10",
                 *       "more": 0
                 *     }
                 */
                "application/json": components["schemas"]["ConfigurationChangedBody"];
            };
        };
        responses: {
            /** @description Delivered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the subscription */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "receive.ping": {
        parameters: {
            query?: never;
            header: {
                /** @description `sha256=` and the lowercase hex HMAC-SHA256 of the raw body */
                "X-Service-Signature": string;
                /** @description The same with the secret before the last rotation, for 24 hours */
                "X-Service-Signature-Previous"?: string;
                /** @description Id of the delivery, the same for its retries and replays */
                "X-Service-Delivery": string;
                /** @description Number of the attempt, from 1 */
                "X-Service-Attempt": string;
                /** @description `ping` */
                "X-Service-Event": string;
                /** @description Of the request or block that caused the delivery, the same as in the answer to the request */
                "X-Request-Id": string;
                /** @description Id of the delivery (Standard Webhooks) */
                "webhook-id": string;
                /** @description Seconds since 1970 (Standard Webhooks) */
                "webhook-timestamp": string;
                /** @description `v1,` and the base64 HMAC-SHA256, one for each valid secret (Standard Webhooks) */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "ping",
                 *       "fired_at": "2026-11-23T16:02:11.480Z",
                 *       "webhook": {
                 *         "id": "ae5d8c88-6fa3-4a5b-8f17-9b2198dfc0de"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PingBody"];
            };
        };
        responses: {
            /** @description Delivered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the subscription */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
