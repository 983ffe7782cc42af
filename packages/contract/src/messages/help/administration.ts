/** Pages of those who run the product. */
export const administration = {
  adminDashboard: {
    line: 'How servers, queues and instances are doing.',
    about:
      'Health of servers and database, waiting work, incidents, instances per day, signed-in users, sizes and upkeep, each with the way to its list.',
  },
  importExport: {
    line: 'Export applications with everything they need, and import them elsewhere.',
    about:
      'Choose what to export as a signed package. Check a package before you import it: what is new, what is different, and what you have to decide. Roll back the last import.',
  },
  systemTemplates: {
    line: 'Texts of the emails that the product sends by itself.',
    about:
      'Subject and text of each mail that the product sends, such as of a task that somebody is given. Change them for each language, see them with sample values, try them by a test mail, and set them back.',
  },
  audit: {
    line: 'Who changed what, and when.',
    about: 'Every change of designs, users and settings with who made it, to look into and compare.',
  },
  revision: {
    line: 'All that was changed together.',
    about: 'The things that one revision changed, with their values before and after.',
  },
  entityHistory: {
    line: 'Every revision of one thing.',
    about: 'The revisions of one thing in the order of time, with what each one changed.',
  },
  settings: {
    line: 'Session, sign-in, mail and other settings.',
    about:
      'The settings of this workplace by group, with default, limits, origin and last change of each. Administrators of the default workplace change the settings of the installation here too.',
  },
  themes: {
    line: 'How this workplace looks: colours, logo and layout.',
    about: 'The themes of this workplace, to make and change with a preview, and its name, logo and layout.',
  },
  licence: {
    line: 'What this workplace is licensed for.',
    about:
      'The number of the licence, what it covers, how much of it is in use, its expiry, and the field to renew it.',
  },
} as const
