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
  'value.check': 'This value does not fit the other values.',

  'text.invalid': 'Enter text.',
  'text.too-short': 'Enter at least {min} characters, there are {length} now.',
  'text.too-long': 'Enter at most {max} characters, there are {length} now.',
  'text.pattern': 'Enter this in the expected form.',
  'text.markup': 'Script, HTML and special characters are not allowed.',

  'number.invalid': 'Enter a number such as {example}.',
  'number.not-whole': 'Enter a whole number such as {example}.',
  'number.too-precise': 'Enter at most {digits} digits.',
  'number.too-many-decimals': 'Enter at most {decimals} digits after the point.',
  'number.too-small': 'Enter {min} or more.',
  'number.too-large': 'Enter {max} or less.',

  'masked.invalid': 'Enter this in the form {example}.',
  'email.invalid': 'Enter an e-mail address such as {example}.',
  'url.invalid': 'Enter an address such as {example}.',
  'phone.invalid': 'Enter a telephone number such as {example}.',
  'slider.off-step': 'Set {min}, or a multiple of {step} more.',
  'ranking.incomplete': 'Put all of them in order.',
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
  'date-range.reversed': 'The last day comes before the first.',
  'date-range.too-long': 'Choose at most {max} days, there are {days} now.',

  'checkbox.invalid': 'Tick or clear this box.',
  'choice.unknown': 'Choose one of the listed options.',
  'choice.invalid': 'These choices could not be read.',
  'choice.too-few': 'Choose at least {min}, there are {count} now.',
  'choice.too-many': 'Choose at most {max}, there are {count} now.',
  'user.unknown': 'Choose somebody from the list. Not all of these can be chosen here.',
  'group.unknown': 'Choose a group from the list. Not all of these can be chosen here.',
  'role.unknown': 'Choose a role from the list. Not all of these can be chosen here.',
  'data-list.unknown': 'Choose from the list. Not all of these can be chosen here.',
  'look-up.unknown': 'Choose from the list. The other system does not offer all of these now.',
  'look-up.unchecked':
    'This could not be checked, because the other system gives no answer now. What you have entered is kept: try again later.',
  'tags.duplicate': '“{tag}” is there twice.',

  'file.required': 'Please upload at least one file in dropzone',
  'file.invalid': 'Please select valid file',
  'file.too-many': 'You cannot upload more than {max} files',
  'file.type': 'You cannot upload file with type {type}',
  'file.too-large': 'You cannot upload file with size more than {max}mb',
  'file.name-too-long': 'The name of a file can have at most {max} characters. Rename it and choose it again.',
  'file.over-catalogue-limit': 'Please select file with less than 10MB',
  'file.uploading': 'The files are still being uploaded.',
  'file.upload-failed': 'The upload of {name} failed. Try again, or remove the file.',
  'file.total-too-large': 'Total file size should be less than 50MB.',

  'list.invalid': 'These rows could not be read.',
  'list.required': 'Please provide at least one row for {label}',
  'list.too-few': 'Add at least {min} rows, there are {count} now.',
  'list.too-many': 'Add at most {max} rows, there are {count} now.',
  'list.duplicate': 'Repeater inputs must be unique',

  'variables.invalid': 'The added values could not be read.',
  'variables.too-many': 'Add at most {max} values at once.',
  'variables.name-missing': 'Enter a name.',
  'variables.name-invalid': 'Enter a name of up to {max} characters without line breaks.',
  'variables.name-taken': '“{name}” is already there. Choose another name.',
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
