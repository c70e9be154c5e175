// Generated from docs/openapi.json by `npm run generate`.
/** The channels, each with the field of a rule that turns it on and the field of the settings with a secret URL. */
export const CHANNELS = [
  {
    "kind": "webhook",
    "label": "webhook",
    "toggle": null,
    "secretUrl": null,
    "destination": null
  },
  {
    "kind": "custom",
    "label": "webhook",
    "toggle": "notifyWebhook",
    "secretUrl": null,
    "destination": null
  },
  {
    "kind": "email",
    "label": "e-mail",
    "toggle": "notifyEmail",
    "secretUrl": null,
    "destination": {
      "fields": [
        {
          "field": "address",
          "example": "team@example.com",
          "isSecret": false
        }
      ]
    }
  },
  {
    "kind": "slack",
    "label": "Slack",
    "toggle": "notifySlack",
    "secretUrl": {
      "field": "slackWebhookUrl",
      "example": "https://hooks.slack.com/services/…"
    },
    "destination": {
      "fields": [
        {
          "field": "url",
          "example": "https://hooks.slack.com/services/…",
          "isSecret": true
        }
      ]
    }
  },
  {
    "kind": "teams",
    "label": "Teams",
    "toggle": null,
    "secretUrl": null,
    "destination": {
      "fields": [
        {
          "field": "url",
          "example": "https://….powerplatform.com/…/workflows/…",
          "isSecret": true
        }
      ]
    }
  },
  {
    "kind": "discord",
    "label": "Discord",
    "toggle": null,
    "secretUrl": null,
    "destination": {
      "fields": [
        {
          "field": "url",
          "example": "https://discord.com/api/webhooks/…",
          "isSecret": true
        }
      ]
    }
  },
  {
    "kind": "telegram",
    "label": "Telegram",
    "toggle": null,
    "secretUrl": null,
    "destination": {
      "fields": [
        {
          "field": "botToken",
          "example": "1234567:AAE…",
          "isSecret": true
        },
        {
          "field": "chatId",
          "example": "-1001234567890",
          "isSecret": false
        }
      ]
    }
  },
  {
    "kind": "pagerduty",
    "label": "PagerDuty",
    "toggle": null,
    "secretUrl": null,
    "destination": {
      "fields": [
        {
          "field": "routingKey",
          "example": "R02…",
          "isSecret": true
        }
      ]
    }
  }
] as const;
