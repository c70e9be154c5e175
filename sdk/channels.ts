// Generated from docs/openapi.json by `npm run generate`.
/** The channels, each with the field of a rule that turns it on and the field of the settings with a secret URL. */
export const CHANNELS = [
  {
    "kind": "webhook",
    "label": "webhook",
    "toggle": null,
    "secretUrl": null
  },
  {
    "kind": "custom",
    "label": "webhook",
    "toggle": "notifyWebhook",
    "secretUrl": null
  },
  {
    "kind": "email",
    "label": "e-mail",
    "toggle": "notifyEmail",
    "secretUrl": null
  },
  {
    "kind": "slack",
    "label": "Slack",
    "toggle": "notifySlack",
    "secretUrl": {
      "field": "slackWebhookUrl",
      "example": "https://hooks.slack.com/services/…"
    }
  },
  {
    "kind": "teams",
    "label": "Teams",
    "toggle": null,
    "secretUrl": null
  },
  {
    "kind": "discord",
    "label": "Discord",
    "toggle": null,
    "secretUrl": null
  },
  {
    "kind": "telegram",
    "label": "Telegram",
    "toggle": null,
    "secretUrl": null
  },
  {
    "kind": "pagerduty",
    "label": "PagerDuty",
    "toggle": null,
    "secretUrl": null
  }
] as const;
