import type { FieldType } from '@millrace/forms'
import { type ComponentType, lazy } from 'react'
import type { FieldProps } from './field-props.ts'
import { CheckListField } from './fields/check-list-field.tsx'
import { CheckboxField } from './fields/checkbox-field.tsx'
import { ClosedField } from './fields/closed-field.tsx'
import { CurrencyField } from './fields/currency-field.tsx'
import { DataListField } from './fields/data-list-field.tsx'
import { DateField } from './fields/date-field.tsx'
import { DateTimeField } from './fields/date-time-field.tsx'
import { EmailField } from './fields/email-field.tsx'
import { FileField } from './fields/file-field.tsx'
import { LookUpField } from './fields/look-up-field.tsx'
import { MaskedField } from './fields/masked-field.tsx'
import { NumberField } from './fields/number-field.tsx'
import { PhoneField } from './fields/phone-field.tsx'
import { RadioField } from './fields/radio-field.tsx'
import { SelectField } from './fields/select-field.tsx'
import { TextField } from './fields/text-field.tsx'
import { TextareaField } from './fields/textarea-field.tsx'
import { TimeField } from './fields/time-field.tsx'
import { UrlField } from './fields/url-field.tsx'
import { VariablesField } from './fields/variables-field.tsx'

type RareFields = typeof import('./fields/rare-fields.ts')

/** The component of each field type. Its rules are in the forms package under the same name. */
export const fieldComponents = {
  text: TextField,
  textarea: TextareaField,
  'rich-text': rare('RichTextField'),
  password: rare('PasswordField'),
  masked: MaskedField,
  email: EmailField,
  url: UrlField,
  phone: PhoneField,
  number: NumberField,
  currency: CurrencyField,
  slider: rare('SliderField'),
  rating: rare('RatingField'),
  date: DateField,
  time: TimeField,
  'date-time': DateTimeField,
  'date-range': rare('DateRangeField'),
  checkbox: CheckboxField,
  select: SelectField,
  radio: RadioField,
  'multi-select': rare('MultiSelectField'),
  'check-list': CheckListField,
  tags: rare('TagsField'),
  ranking: rare('RankingField'),
  user: rare('UserField'),
  group: rare('GroupField'),
  role: rare('RoleField'),
  file: FileField,
  image: rare('ImageField'),
  signature: rare('SignatureField'),
  variables: VariablesField,
  hidden: ClosedField,
  computed: ClosedField,
  'data-list': DataListField,
  'rest-look-up': LookUpField,
  'sql-look-up': LookUpField,
  'file-look-up': LookUpField,
} satisfies Record<FieldType, ComponentType<FieldProps>>

function rare(name: keyof RareFields): ComponentType<FieldProps> {
  return lazy(async () => ({ default: (await import('./fields/rare-fields.ts'))[name] }))
}
