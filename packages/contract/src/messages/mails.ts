import type { SystemMail } from '../system-mails.ts'

/** Subject and HTML of a mail with placeholders, each only a name: `${name}`. */
export interface SystemText {
  readonly subject: string
  readonly html: string
}

/** The texts of system mails. Placeholders are in braces. */
export interface MailTexts {
  /** As the product brings them: what workplaces change, and reset. */
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
}

const foot =
  '<p>You get this mail because you want to be told so. <a href="${settings}">Change what you are told</a></p>'
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
      html: `<p>\${greeting}</p>\n<p>This is what you were told since the last mail.</p>\n\${notices}\n${foot}`,
    },
    formLink: {
      subject: '${name}',
      html: '<p>You are asked to fill in “${name}”. This link is for you alone, and you need no account:</p>\n<p><a href="${link}">${link}</a></p>\n<p>${validity}</p>',
    },
    savedForm: {
      subject: 'Go on with “${name}”',
      html: '<p>You have saved the form “${name}”. Go on with it here, until ${until}:</p>\n<p><a href="${link}">${link}</a></p>\n<p>Whoever has this link sees what you have entered. It is good until the form is sent or saved again. Files have to be added again.</p>\n<p>If you have not saved a form, somebody has mistyped an address: you need not do anything.</p>',
    },
  },
  hello: 'Hello {who},',
  helloNobody: 'Hello,',
  assigned: 'Assigned to you',
  assignedBy: 'Assigned to you by {by}',
  dueSoon: 'Due {when}',
  overdue: 'Overdue since {when}',
  mentioned: '{by} mentions you',
  completed: 'Has ended as it should',
  cancelled: 'Was cancelled',
  cancelledBy: 'Was cancelled by {by}',
  failed: 'Has stopped at a fault',
  open: 'Open',
  answer: 'Answer:',
  complete: 'Complete task',
  answerNote:
    'The answers lead to a page that asks once more. They work once, until {until}, for whoever has this mail: do not forward it.',
  more: 'And {count} more, which you find in the product.',
  validity: 'It is good until {until}.',
}

/** By the tag of the language. */
const languages: Readonly<Record<string, MailTexts>> = { en }

/** The texts of a user's language: of the tag itself, else of its language, else English. */
export function mailTextsOf(tag: string | null): MailTexts {
  const [language = ''] = (tag ?? '').split('-')
  return languages[tag ?? ''] ?? languages[language] ?? en
}

/** Fills a text in. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}
