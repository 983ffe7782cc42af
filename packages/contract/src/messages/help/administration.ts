/** Help texts of pages for administrators. */
export const administration = {
  adminDashboard: {
    line: 'The health of servers, queues and instances.',
    about:
      'The health of servers and database, waiting work, incidents, instances per day, signed-in users, sizes and maintenance. Each figure opens its list.',
  },
  importExport: {
    line: 'Export applications with everything they need, and import them elsewhere.',
    about:
      'Export items as a signed package. Check a package before you import it, and decide what happens to changed items. Roll back the newest import.',
  },
  moveIn: {
    line: 'Move the database of Camunda 7 or Flowable into this workplace.',
    about:
      'Connect to the database of Camunda 7, a fork of it or Flowable, read the report of a dry run, and move it with its running instances. A move can be stopped and continued.',
  },
  systemTemplates: {
    line: 'Texts of the mails that the product sends.',
    about:
      'The subject and text of each mail that the product sends, for example when a task is assigned. Change them for each language, view them with sample values, send a test mail, and reset them.',
  },
  audit: {
    line: 'All changes, with user and time.',
    about:
      'All changes of designs, users and settings, with the values before and after. Compare two revisions of an entity here.',
  },
  revision: {
    line: 'All changes that were saved together.',
    about: 'The entities that one revision changed, with their values before and after.',
  },
  entityHistory: {
    line: 'All revisions of one entity.',
    about: 'The revisions of one entity in order of time, with the changes of each revision.',
  },
  settings: {
    line: 'Session, sign-in, mail and other settings.',
    about:
      'The settings of this workplace by group, with their default, limits, origin and last change. Administrators of the default workplace also change the settings of the installation.',
  },
  themes: {
    line: 'Colours, logo and layout of this workplace.',
    about: 'The themes of this workplace, with a preview. Also the name, logo and layout of the workplace.',
  },
  licence: {
    line: 'The licence of this workplace.',
    about:
      'The licence number, what the licence covers, how much of it is in use, and its expiry. Upload a new licence here.',
  },
} as const
