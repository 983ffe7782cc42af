/** A rule for a text: its pattern, and the message for a text that does not match. */
export interface Pattern {
  readonly regex: RegExp
  readonly message: string
}

const securityMessage = 'Expected plain text without script, HTML or any of < > " ` { } ; and \\.'
const plain = /^[^<>"`{};\\\p{Cc}]*$/u
/** A plain text with line breaks. */
const plainLines = /^(?:[^<>"`{};\\\p{Cc}]|[\r\n\t])*$/u

/** The name patterns that the specification lists in section 5. */
export const patterns = {
  name: {
    regex: /^[\p{L}\p{M}\p{N}-]+(?: [\p{L}\p{M}\p{N}-]+)*$/u,
    message: 'Expected letters, digits, hyphens and single spaces between them.',
  },
  nameWithoutSpaces: {
    regex: /^[\p{L}\p{M}\p{N}_-]+$/u,
    message: 'Expected letters, digits, hyphens and underscores, without spaces.',
  },
  username: {
    regex: /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@+-]*$/u,
    message: 'Expected a user name of letters, digits and . _ @ + -, beginning with a letter or digit.',
  },
  description: { regex: plainLines, message: securityMessage },
  disabledReason: { regex: plainLines, message: securityMessage },
  settingValue: { regex: plain, message: securityMessage },
  strapline: { regex: plain, message: securityMessage },
  mailPassword: { regex: /^[^\s<>]+$/u, message: 'Expected a password without spaces, < and >.' },
  helpUrl: {
    regex: /^(?:https?:\/\/[^\s<>"'`{}\\]+|\/(?!\/)[^\s<>"'`{}\\]*)$/u,
    message: 'Expected an address that begins with http://, https:// or /.',
  },
  urlSuffix: {
    regex: /^[A-Za-z0-9][A-Za-z0-9._~-]*$/,
    message: 'Expected letters, digits and . _ ~ -, as a part of an address has them.',
  },
  jdbcUrl: {
    regex: /^jdbc:[a-z0-9]+:[^\s<>"'`{}\\]+$/iu,
    message: 'Expected an address like jdbc:postgresql://host:5432/database.',
  },
  filePath: {
    regex: /^(?!.*(?:^|[\\/])\.\.(?:[\\/]|$))[^<>"|?*\p{Cc}]+$/u,
    message: 'Expected a path without .. and without < > " | ? *.',
  },
} as const satisfies Record<string, Pattern>
