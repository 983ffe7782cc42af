import type { SystemMail } from '../system-mails.ts'

/** Subject and HTML of a mail with placeholders, each only a name: `${name}`. */
export interface SystemText {
  readonly subject: string
  readonly html: string
}

/** Texts of the mails that the product sends. Values replace the names in braces. */
export interface MailTexts {
  /** The default texts, which workplaces can change and reset. */
  readonly mails: Readonly<Record<SystemMail, SystemText>>
  readonly hello: string
  readonly helloNobody: string
  readonly assigned: string
  readonly assignedBy: string
  readonly dueSoon: string
  readonly overdue: string
  readonly mentioned: string
  readonly completed: string
  readonly cancelled: string
  readonly cancelledBy: string
  readonly failed: string
  readonly open: string
  readonly answer: string
  readonly complete: string
  readonly answerNote: string
  readonly more: string
  readonly validity: string
  readonly newIncident: string
  readonly newIncidents: string
  readonly ofCauses: string
  readonly moreCause: string
  readonly moreCauses: string
  readonly moreListeners: string
  readonly factorAdded: string
  readonly factorRemoved: string
  readonly factorsReset: string
}

const foot =
  '<p>You get this mail because of your notification settings. <a href="${settings}">Change the settings</a></p>'
const about = '<p>${greeting}</p>\n<p><strong>${name}</strong><br />${what}<br />${title}</p>'
const way = '<p><a href="${link}">Open</a></p>'
const ofTask = { subject: '${name}: ${what}', html: `${about}\n${way}\n\${answers}\n${foot}` }
const ofInstance = { subject: '${name}: ${what}', html: `${about}\n${way}\n${foot}` }

const en: MailTexts = {
  mails: {
    assigned: ofTask,
    dueSoon: ofTask,
    overdue: ofTask,
    mentioned: { ...ofInstance, html: `${about}\n<p>“\${comment}”</p>\n${way}\n${foot}` },
    completed: ofInstance,
    cancelled: ofInstance,
    failed: ofInstance,
    digest: {
      subject: '${count} notifications',
      html: `<p>\${greeting}</p>\n<p>Your notifications since the last mail:</p>\n\${notices}\n${foot}`,
    },
    formLink: {
      subject: '${name}',
      html: '<p>Please fill in the form “${name}”. This link is only for you. You need no account:</p>\n<p><a href="${link}">${link}</a></p>\n<p>${validity}</p>',
    },
    savedForm: {
      subject: 'Continue the form “${name}”',
      html: '<p>You saved the form “${name}”. Continue with this link until ${until}:</p>\n<p><a href="${link}">${link}</a></p>\n<p>Everyone who has this link can see your entries. The link is valid until the form is sent or saved again. Add files again.</p>\n<p>If you did not save a form, somebody entered your address by mistake. You do not have to do anything.</p>',
    },
    invitation: {
      subject: 'Your account is ready',
      html: '<p>${greeting}</p>\n<p>You have an account with the user name <strong>${username}</strong>. Choose a password to sign in for the first time:</p>\n<p><a href="${link}">${link}</a></p>\n<p>${validity} Do not forward this mail: everyone who has the link can choose the password.</p>',
    },
    passwordReset: {
      subject: 'Choose a new password',
      html: '<p>${greeting}</p>\n<p>Choose a new password for the user name <strong>${username}</strong>:</p>\n<p><a href="${link}">${link}</a></p>\n<p>${validity} Your password does not change until you choose another one. If you did not ask for this mail, ignore it.</p>',
    },
    emergencySignIn: {
      subject: 'The emergency administrator signed in',
      html: '<p>${greeting}</p>\n<p>The emergency administrator <strong>${by}</strong> signed in: ${what}.</p>\n<p>If no administrator did this, end the sessions of this user and set another password: <a href="${link}">${link}</a></p>',
    },
    incidentAlert: {
      subject: 'Process errors: ${what}',
      html: '${causes}\n<p><a href="${link}">All process errors</a></p>\n<p>You get this mail because your address is in the setting “Alerts of process errors”. Administrators can change it on the page Settings.</p>',
    },
    silentListeners: {
      subject: 'Nothing arrived for longer than usual: ${what}',
      html: '<p>Nothing has arrived for longer than usual at: ${what}.</p>\n<p>Check whether the other systems still send data. <a href="${link}">All deliveries</a></p>\n<p>You get this mail because your address is in the setting “Alerts of process errors”. Administrators can change it on the page Settings.</p>',
    },
    secondFactorChanged: {
      subject: 'Your second factor was changed',
      html: '<p>${greeting}</p>\n<p>User name <strong>${username}</strong>: ${what}</p>\n<p>If you did not do this or ask for it, choose another password and tell an administrator.</p>',
    },
  },
  hello: 'Hello {who},',
  helloNobody: 'Hello,',
  assigned: 'Assigned to you',
  assignedBy: 'Assigned to you by {by}',
  dueSoon: 'Due {when}',
  overdue: 'Overdue since {when}',
  mentioned: '{by} mentioned you',
  completed: 'Ended successfully',
  cancelled: 'Cancelled',
  cancelledBy: 'Cancelled by {by}',
  failed: 'Stopped with an error',
  open: 'Open',
  answer: 'Answer:',
  complete: 'Complete task',
  answerNote:
    'Each answer is a link to a page that asks for confirmation. The links are valid until {until}, for one use. Do not forward this mail.',
  more: 'And {count} more. Open Millrace to see all of them.',
  validity: 'The link is valid until {until}.',
  newIncident: '{count} new incident',
  newIncidents: '{count} new incidents',
  ofCauses: '{what} of {count} causes',
  moreCause: '{count} more cause on the page.',
  moreCauses: '{count} more causes on the page.',
  moreListeners: '{count} more',
  factorAdded: 'The second factor “{name}” was added.',
  factorRemoved: 'The second factor “{name}” was removed.',
  factorsReset: 'An administrator removed all second factors and recovery codes.',
}

/** The texts by language tag. */
const languages: Readonly<Record<string, MailTexts>> = { en }

/** The texts of a user's language: of the tag itself, else of its language, else English. */
export function mailTextsOf(tag: string | null): MailTexts {
  const [language = ''] = (tag ?? '').split('-')
  return languages[tag ?? ''] ?? languages[language] ?? en
}

/** Replaces the placeholders of a text by values. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
