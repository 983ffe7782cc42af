/** Limits of the specification, sections 5 and 9, and those of the product itself. Sizes in bytes, times as named. */
export const limits = {
  name: 50,
  formKey: 50,
  tag: 50,
  /** Characters of the key of a process, and below, of its documentation. */
  processKey: 255,
  documentation: 4_000,
  /** Characters of the candidate starters of a process. */
  starters: 1_000,
  /** Characters of the BPMN file of a process. */
  processDesign: 5_000_000,
  /** The tags of one form. */
  tags: 20,
  /** The maximum number of forms that are copied or saved together. */
  formsAtOnce: 50,
  /** Things that a select offers: the first by name. */
  choices: 1_000,
  /** The number of forms, processes and decisions, each, that a modeller gets: the first by name. */
  surroundings: 500,
  /** The last versions that are shown of a form. */
  formVersions: 200,
  description: 150,
  shortDescription: 100,
  fileName: 50,
  username: 255,
  password: 255,
  email: 255,
  personName: 100,
  themeName: 255,
  captchaResponse: 8000,
  /** Characters of the JSON text, and themes of a workplace. */
  themeVariables: 5000,
  themes: 100,
  /** The bindings of a workplace. */
  bindings: 500,
  calendars: 100,
  roleDescription: 255,
  disabledReason: 255,
  prefix: 50,
  defaultValue: 50,
  defaultDescription: 100,
  organisation: 255,
  reference: 255,
  port: 65_535,
  applications: 999_999_999,
  jsonBody: 1_000_000,
  /** For a call that carries variables: files may be in them as base64. */
  variablesBody: 16_000_000,
  /** The body of a call that carries the design of a form as text. */
  designBody: 12_000_000,
  /** Levels of lists and objects in a body, and the number of values in all of them. */
  jsonDepth: 100,
  jsonValues: 100_000,
  /** Characters of the subject and of the text of a mail, and sample values to try it with. */
  mailSubject: 255,
  mailText: 200_000,
  mailValues: 200,
  /** 10 MB as those rules count it, which one file stays under, with a form or without. */
  file: 10_485_760,
  /** 50 MB, as the rules of a form's files count it: together they stay under that. */
  allFiles: 52_428_800,
  /** 500 KB, for the favicon too. */
  logo: 512_000,
  parallelUploads: 10,
} as const

export const sessionLimits = {
  /** Seconds without a request after which a session ends. */
  idleSeconds: 1500,
  /** Seconds left under which the browser warns, and under which it is too late to stay. */
  warningSeconds: 30,
  tooLateSeconds: 5,
  /** Seconds that an access cookie is valid for before it has to be refreshed. */
  accessSeconds: 300,
  /** Hours after which a session ends even when it is used all the time. */
  longestHours: 24,
  /** The number of wrong passwords in a row that lock an account for one origin, and the minutes of the lock. */
  failedTries: 5,
  lockedMinutes: 15,
  /** Attempts for one account from one origin before further ones have to wait. */
  triesPerAccount: 10,
  /** Wrong passwords for one account from all places that it does not know, in the same minutes. */
  strangerTries: 20,
  /** Failed attempts per minute from one address in one workplace, counted for all user names together. */
  triesPerAddress: 100,
  /** Days that a place where somebody has signed in is known to the account. */
  knownDays: 90,
  /** Ticks of a second between two refreshes on a standalone page for those who are signed in. */
  standaloneRefreshTicks: 18_000,
  /** Minutes between the browser's own refreshes. */
  refreshMinutes: 4,
  /** Minimum length of a new password. */
  passwordLength: 8,
  apiTokens: 50,
  /** Sessions that a user is shown, those that were used last. */
  sessionsShown: 100,
  /** The validity of an API token in days: the default, and the maximum. */
  apiTokenDays: 90,
  apiTokenDaysMost: 366,
  /** Processes, and topics, that an API token can be limited to. */
  apiTokenKeys: 50,
  /** Characters of each of them. */
  apiTokenKeyLength: 255,
} as const

/**
 * The limits of the seconds between automatic saves in the form designer. At most `sessionLimits.idleSeconds` less 10.
 */
export const autoSaveInterval = { min: 60, max: 1760, default: 60, belowSessionTimeout: 10 } as const

/** Limits for custom data lists. */
export const dataListLimits = {
  rows: 100_000,
  columns: 30,
  /** Columns that a list has ever had: those that no longer exist are still in its older versions. */
  slots: 200,
  /** Characters of a cell. */
  cell: 2_000,
  /** Rows that a page has at most. */
  page: 500,
  /** Rows that are changed, added and removed by one call. */
  rowsAtOnce: 2_000,
  /** Versions that a list is kept with, the last ones. */
  versions: 100,
} as const
