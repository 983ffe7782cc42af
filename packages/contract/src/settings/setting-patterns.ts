import { type Pattern, patterns } from '../text-patterns.ts'

/** Rules for texts of settings: those of section 5 of the specification, and formats that only settings have. */
export const settingPatterns = {
  ...patterns,
  hostName: {
    regex: /^(?:[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*|\[[0-9A-Fa-f:.]+\])$/,
    message: 'Expected the name or address of a server, such as mail.example.org.',
  },
  sender: {
    regex: /^(?:[^\s,;:<>"()\\\p{Cc}]+|[^<>"`{};,\\\p{Cc}]*<[^\s,;:<>"()\\\p{Cc}]+>)$/u,
    message: 'Expected an email address, such as flow@example.org or Millrace <flow@example.org>.',
  },
  issuer: {
    regex: /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$))[^\s<>"{}|\\^`\p{Cc}]+$/u,
    message: 'Expected an address that begins with https://, such as https://login.example.org/realms/one.',
  },
  scannerAddress: {
    regex: /^(?:tcp:\/\/(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):\d{1,5}|unix:\/\/\/[^\s<>"|?*\p{Cc}]+)$/u,
    message: 'Expected an address like tcp://clamd.example.org:3310 or unix:///run/clamav/clamd.ctl.',
  },
  emails: {
    regex: /^[^\s@,;:<>"()\\\p{Cc}]+@[^\s@,;:<>"()\\\p{Cc}]+(?:, ?[^\s@,;:<>"()\\\p{Cc}]+@[^\s@,;:<>"()\\\p{Cc}]+)*$/u,
    message: 'Expected email addresses with commas between them, such as ada@example.org, ops@example.org.',
  },
  webAddress: {
    regex: /^https?:\/\/[^\s<>"{}|\\^`\p{Cc}]+$/u,
    message: 'Expected an address that begins with https:// or http://.',
  },
  variableNames: {
    regex: /^\*?[\p{L}\p{N}_.-]+\*?(?:, ?\*?[\p{L}\p{N}_.-]+\*?)*$/u,
    message: 'Expected names of variables with commas between them, such as salary, iban*.',
  },
  environment: {
    regex: /^[\p{L}\p{N}][\p{L}\p{N} _.-]*$/u,
    message: 'Expected a name such as test or production.',
  },
  timeOfDay: { regex: /^(?:[01]\d|2[0-3]):[0-5]\d$/, message: 'Expected a time like 01:30.' },
} as const satisfies Record<string, Pattern>
