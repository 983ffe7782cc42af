/** What each kind of record is called in a sentence: “Another {{kind}} has this name.” One line for each kind. */
export const recordKinds = {
  adapter: 'adapter',
  api: 'API',
  application: 'application',
  category: 'category',
  connection: 'connection',
  'data-list': 'custom data list',
  decision: 'decision',
  'email-template': 'email template',
  'external-system': 'external system',
  form: 'form',
  'form-template': 'form template',
  'global-property': 'global property',
  'list-view': 'view of yours',
  process: 'process',
  'test-case': 'test case',
  theme: 'theme',
} as const
