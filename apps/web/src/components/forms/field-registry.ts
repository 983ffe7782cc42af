import type { FieldType } from '@millrace/forms'
import type { ComponentType } from 'react'
import type { FieldProps } from './field-props.ts'
import { CheckboxField } from './fields/checkbox-field.tsx'
import { DateField } from './fields/date-field.tsx'
import { DateTimeField } from './fields/date-time-field.tsx'
import { FileField } from './fields/file-field.tsx'
import { NumberField } from './fields/number-field.tsx'
import { RadioField } from './fields/radio-field.tsx'
import { SelectField } from './fields/select-field.tsx'
import { TextField } from './fields/text-field.tsx'
import { TextareaField } from './fields/textarea-field.tsx'
import { VariablesField } from './fields/variables-field.tsx'

/** What is drawn for each type of field. Its rules stand in the forms package under the same name. */
export const fieldComponents = {
  text: TextField,
  textarea: TextareaField,
  number: NumberField,
  date: DateField,
  'date-time': DateTimeField,
  checkbox: CheckboxField,
  select: SelectField,
  radio: RadioField,
  file: FileField,
  variables: VariablesField,
} satisfies Record<FieldType, ComponentType<FieldProps>>
