/** Limits for imports from other products. */
export const importLimits = {
  files: 20,
  /** Bytes of one file that is sent. */
  fileSize: 10_000_000,
  /** Files of all archives together, and their bytes when they are unpacked. */
  unpackedFiles: 500,
  unpackedSize: 50 * 1024 * 1024,
  /** The number of reported lines of a file. */
  lines: 2_000,
  /** The maximum number of processes, forms and decisions in one import. */
  parts: 200,
} as const

/** Limits of listeners of external systems. */
export const listenerLimits = {
  /** The maximum number of listeners of one API. */
  listeners: 50,
  /** The maximum size of the body of a webhook in bytes, and the default. */
  maxBytes: 5_000_000,
  bytes: 1_000_000,
  /** Seconds that a timestamp or a content without an id counts as the same delivery. */
  longestWindow: 86_400,
  window: 300,
  /** Hours that the secret before the last change is valid. */
  keepHours: 168,
  /** Seconds between two checks. */
  shortestLook: 5,
  longestLook: 86_400,
  /** Variables, and keys that find the instance. */
  variables: 50,
  correlation: 10,
  /** Files of one check. */
  files: 100,
  /** Mails of one check, and bytes of one mail. */
  mails: 20,
  mailBytes: 25_000_000,
  /** Attachments of a mail. */
  attachments: 100,
  /** Messages of one check of a queue or a topic. */
  messages: 200,
  /** Parts of a topic that servers look at independently of each other. */
  shares: 8,
  /** Characters of the content that the log shows. */
  text: 4_000,
  /** Bytes of a delivery that are kept to repeat it. */
  kept: 1_000_000,
  /** Days that a delivery is kept, and deliveries of one listener with their content. */
  days: 14,
  ofListener: 2_000,
} as const
