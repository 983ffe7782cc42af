/** What mails of the program itself say. In braces stands what is filled in. */
export interface MailTexts {
  readonly subject: string
  readonly digestSubject: string
  readonly hello: string
  readonly helloNobody: string
  readonly digest: string
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
  readonly why: string
  readonly settings: string
}

const en: MailTexts = {
  subject: '{name}: {what}',
  digestSubject: '{count} notifications',
  hello: 'Hello {who},',
  helloNobody: 'Hello,',
  digest: 'This is what you were told since the last mail.',
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
  why: 'You get this mail because you want to be told so.',
  settings: 'Change what you are told',
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
