/** What settings are for, with an example where one helps, by the parts of their keys. */
export const settingHelp = {
  help: { url: 'Address of Help in the profile menu. Leave empty to hide Help.' },
  strapline: { text: 'One line below the product name on the sign-in page.' },
  privacyPolicy: {
    enabled: 'Shows a link in the profile menu. It needs a name and an address.',
    linkName: 'Text of the link.',
    linkUrl: 'For example https://www.example.org/privacy.',
  },
  environment: {
    name: 'For example test. Connections and global properties can have other values in each environment.',
  },
  monitor: {
    enabled: 'Shows Monitor Application in the menu. It needs an address.',
    url: 'Opens in a new tab, for example https://monitor.example.org.',
  },
  mail: {
    host: 'Name of the SMTP server. Leave empty to send no mails.',
    port: '587 for STARTTLS, 465 for TLS.',
    security: 'Encryption of the connection to the mail server.',
    username: 'Leave empty for a server without sign-in.',
    password: 'Stored encrypted and never shown again.',
    from: 'Sender of mails without a sender of their own, for example flow@example.org.',
  },
  session: {
    idleSeconds: 'A session ends after this time without a request. Applies to open sessions too.',
    refreshMinutes: 'How often the browser refreshes its session. Applies when the page is loaded again.',
  },
  signIn: {
    failedTries: 'Number of wrong passwords in a row that locks an account.',
    lockedMinutes: 'Time until a locked account is unlocked.',
    emergencyUser:
      'User name of an administrator who signs in with a password. Single sign-on never changes this user. Each sign-in is in the audit history and is mailed to the other administrators.',
  },
  password: {
    minimumLength: 'Applies to new passwords.',
    history: 'Number of earlier passwords that users cannot choose again. 0 excludes only the current password.',
    maximumAgeDays: 'After this time, users choose a new password when they sign in. With 0, passwords never expire.',
  },
  sso: {
    issuer:
      'Issuer of OpenID Connect, for example https://login.example.org/realms/one. Leave empty to disable single sign-on.',
    clientId: 'Name under which this server is registered at the provider.',
    clientSecret: 'Stored encrypted and never shown again. Leave empty for a public client.',
    label: 'Shown on the sign-in page. Leave empty to show the host name of the provider.',
    scopes: 'Separated by spaces. They decide which claims the provider sends.',
    usernameClaim: 'Claim with the user name, for example preferred_username.',
    rolesClaim: 'Claim with roles or groups, for example realm_access.roles. Leave empty to manage roles here.',
    roleMapping:
      'For example staff=RoleUser, it=RoleAdmin+RoleUserAdmin, clerks=own:clerk for an own role by its key. Leave empty if the claim has names of roles.',
    workplacesClaim: 'Claim with references of workplaces. Leave empty to use the default workplace.',
  },
  scim: {
    hierarchy:
      'Name of a hierarchy. Identity providers (SCIM) place users below their managers in it, for example “Line management”.',
  },
  secondFactor: {
    roles:
      'Users with one of these roles set up an authenticator app or a passkey at the next sign-in with a password.',
  },
  captcha: {
    verifyUrl: 'A service that checks captchas, for example https://hcaptcha.com/siteverify.',
    secret: 'Stored encrypted and never shown again.',
  },
  assistants: {
    enabled: 'AI assistants can use tools in the name of users whose API token they have.',
    claim_task: 'Users approve each use of this tool on their profile page.',
    complete_task: 'Users approve each use of this tool on their profile page.',
    add_comment: 'Users approve each use of this tool on their profile page.',
    start_process: 'Users approve each use of this tool on their profile page.',
    retry_incident: 'Users approve each use of this tool on their profile page.',
    cancel_instance: 'Users approve each use of this tool on their profile page.',
  },
  alerts: {
    recipients: 'Email addresses, separated by commas. Leave empty to send no mails.',
    webhookUrl: 'For example https://chat.example.org/hooks/millrace. Leave empty to call no webhook.',
    webhookSecret: 'Signs each call in the header millrace-signature. Stored encrypted and never shown again.',
    minutes: 'New incidents within this time are in one alert.',
  },
  uploads: { clamd: 'For example tcp://clamd.example.org:3310. Leave empty to scan no files.' },
  autoSave: {
    enabled: 'For designers without their own choice.',
    seconds: 'At most the session timeout minus 10 seconds.',
  },
  retention: {
    draftDays: 'Drafts that nobody changed for this time are removed.',
    readNoticeDays: 'Read notifications are removed this long after their creation.',
    noticeDays: 'Notifications are removed after this time, read or not.',
    receiptDays: 'Receipts of ended instances are removed this long after the form was sent.',
    linkDays: 'Links that have ended, expired or been used are removed after this time.',
  },
  history: {
    removalTime: 'The time to live of a process is counted from this event. Only ended instances are removed.',
    cleanUpFrom: 'Daily start of the clean-up, for example 01:00. Leave empty to run it only on demand.',
    cleanUpUntil: 'Daily end of the clean-up. The next window removes the rest.',
    taskDays: 'Completed tasks outside of processes are removed after this time. 0 keeps them forever.',
    batchDays: 'Ended batches are removed after this time. 0 keeps them forever.',
    operationDays: 'Log entries without an instance are removed after this time. 0 keeps them forever.',
  },
  variables: {
    restricted:
      'For example: salary, iban*. Only users with the permission “See restricted variables” see these variables.',
  },
  calendar: { default: 'Name of the calendar that models use as “default”.' },
  jobs: {
    enabled: 'When off, all jobs wait: timers, mails and calls. Running jobs finish.',
    lanes: 'Maximum on each server.',
    lanesOfWorkplace: 'Maximum on each server, at most the value of “Steps at the same time”.',
    lookSeconds: 'Interval in which servers search for jobs that are due.',
    leaseSeconds: 'If a server fails, another server takes over its jobs after this time.',
  },
  backup: { warnDays: 'The dashboard warns when the last backup by npm run backup is older. 0 for no warning.' },
  maintenance: {
    enabled: 'Everyone can read, but only administrators can make changes. A banner is shown.',
    text: 'Shown in the banner, for example: Back at 14:00.',
  },
  audit: {
    headUrl:
      'Once a day, the server sends the number and digest of the last revision to this address, as JSON by POST.',
    headEmail:
      'Once a day, the server mails the number and digest of the last revision to this address. Keep the mails to prove that the audit is complete.',
  },
  banner: { text: 'Shown above every page of this workplace.', kind: 'Style of the banner.' },
} as const
