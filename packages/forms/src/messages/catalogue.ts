/**
 * All errors of values in a form, with their messages. Messages for file fields are those of the specification (section
 * 8), word for word. `{name}` is a parameter of the problem.
 */
export const messages = {
  'form.invalid': 'The values of this form could not be read.',
  'form.unknown-field': 'This form has no field with this name.',
  'form.too-large': 'Enter at most {max} values in one form.',

  'value.required': 'This field is required.',
  'value.not-writable': 'This value cannot be changed.',
  'value.check': 'This value does not match the other values.',

  'text.invalid': 'Enter text.',
  'text.too-short': 'Enter at least {min} characters. The text has {length}.',
  'text.too-long': 'Enter at most {max} characters. The text has {length}.',
  'text.pattern': 'Enter this in the required format.',
  'text.markup': 'Script, HTML and special characters are not allowed.',

  'number.invalid': 'Enter a number such as {example}.',
  'number.not-whole': 'Enter a whole number such as {example}.',
  'number.too-precise': 'Enter at most {digits} digits.',
  'number.too-many-decimals': 'Enter at most {decimals} decimal places.',
  'number.too-small': 'Enter {min} or more.',
  'number.too-large': 'Enter {max} or less.',

  'masked.invalid': 'Enter this in the format {example}.',
  'email.invalid': 'Enter an email address such as {example}.',
  'url.invalid': 'Enter an address such as {example}.',
  'phone.invalid': 'Enter a telephone number such as {example}.',
  'slider.off-step': 'Choose {min}, or {min} plus a multiple of {step}.',
  'ranking.incomplete': 'Put all options in order.',
  'rating.invalid': 'Choose 1 to {max} stars.',
  'signature.required': 'Please sign.',
  'signature.invalid': 'The signature could not be read. Sign again.',
  'signature.too-large': 'The signature has too many lines. Clear it and sign again.',

  'date.invalid': 'Enter a date such as {example}.',
  'date.no-such-day': '{month} has {days} days. Enter a date such as {example}.',
  'date.too-early': 'Enter {min} or a later date.',
  'date.too-late': 'Enter {max} or an earlier date.',

  'date-time.invalid': 'Enter a date and time such as {example}.',
  'date-time.too-early': 'Enter {min} or a later time.',
  'date-time.too-late': 'Enter {max} or an earlier time.',

  'time.invalid': 'Enter a time such as {example}.',
  'time.too-early': 'Enter {min} or a later time.',
  'time.too-late': 'Enter {max} or an earlier time.',

  'date-range.invalid': 'Enter a first and a last day.',
  'date-range.incomplete': 'Enter this day too.',
  'date-range.reversed': 'Choose a last day on or after the first day.',
  'date-range.too-long': 'Choose at most {max} days. You chose {days}.',

  'checkbox.invalid': 'Select or clear this checkbox.',
  'choice.unknown': 'Choose one of the listed options.',
  /** With the names of the options. */
  'choice.unknown-named': '“{names}” is not an option of this field. Choose from the listed options.',
  'choice.invalid': 'These choices could not be read.',
  'choice.too-few': 'Choose at least {min}. You chose {count}.',
  'choice.too-many': 'Choose at most {max}. You chose {count}.',
  'user.unknown': 'Choose a user from the list. Some of these users cannot be chosen here.',
  'group.unknown': 'Choose a group from the list. Some of these groups cannot be chosen here.',
  'role.unknown': 'Choose a role from the list. Some of these roles cannot be chosen here.',
  'data-list.unknown': 'Choose from the list. Some of these values are not in the list.',
  'look-up.unknown': 'Choose from the list. The other system does not offer some of these values.',
  'look-up.unchecked':
    'This value could not be checked because the other system does not answer. Your entries are kept. Try again later.',
  'tags.duplicate': '“{tag}” was entered twice.',

  'file.required': 'Please upload at least one file in dropzone',
  'file.invalid': 'Please select valid file',
  'file.too-many': 'You cannot upload more than {max} files',
  'file.type': 'You cannot upload file with type {type}',
  'file.too-large': 'You cannot upload file with size more than {max}mb',
  'file.name-too-long': 'A file name can have at most {max} characters. Rename the file, and choose it again.',
  'file.over-catalogue-limit': 'Please select file with less than 10MB',
  'file.uploading': 'The files are still being uploaded.',
  'file.upload-failed': 'The upload of {name} failed. Try again, or remove the file.',
  'file.total-too-large': 'Total file size should be less than 50MB.',

  'list.invalid': 'These rows could not be read.',
  'list.required': 'Please provide at least one row for {label}',
  'list.too-few': 'Add at least {min} rows. There are {count}.',
  'list.too-many': 'Add at most {max} rows. There are {count}.',
  'list.duplicate': 'Repeater inputs must be unique',

  'variables.invalid': 'The added values could not be read.',
  'variables.too-many': 'Add at most {max} values.',
  'variables.name-missing': 'Enter a name.',
  'variables.name-invalid': 'Enter a name of up to {max} characters without line breaks.',
  'variables.name-taken': 'The name “{name}” is already used. Choose another name.',
} as const

export type ProblemCode = keyof typeof messages

/** Parameters of a message. `month` is a number from 1; `message` is the form's own sentence and replaces ours. */
export type ProblemParams = Readonly<Record<string, string | number>>

/** An error of a value. */
export interface Fault {
  readonly code: ProblemCode
  readonly params?: ProblemParams
  /** For values that hold others: where inside, such as `[2, 'name']`. */
  readonly path?: readonly (string | number)[]
}

/**
 * An error of a value in a form. `field` is its path, such as `amount` or `items[2].price`; empty for the form as a
 * whole.
 */
export interface Problem extends Fault {
  readonly field: string
}
