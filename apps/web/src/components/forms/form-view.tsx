import { Skeleton } from '@mantine/core'
import {
  type FileValue,
  type FormContext,
  type FormExpressions,
  type FormLanguage,
  hasExpressions,
  type JsonValues,
  noExpressions,
  type Problem,
  type ProblemLanguage,
  prepareExpressions,
  type RuntimeDocument,
} from '@millrace/forms'
import { useMemo } from 'react'
import type { UploadFile } from './files/upload-refused.ts'
import { FormBody } from './form-body.tsx'
import type { FindChoices } from './form-view-context.ts'
import { useFeel } from './load-feel.ts'
import type { KnownName } from './people/names.ts'

export interface FormViewProps {
  /** Id of the `<form>`: a button elsewhere on the page submits it by its `form` attribute. */
  readonly id: string
  readonly document: RuntimeDocument
  /** The initial values, from `openValues` or a draft. For another form or opening, use another `key`. */
  readonly values: JsonValues
  /** Time zone, time, user and process variables. Taken when the form opens. */
  readonly context: Omit<FormContext, 'expressions'>
  /** Errors from the server. A new list moves the focus to its first field. */
  readonly errors?: readonly Problem[]
  /** Shows everything as data. */
  readonly readOnly?: boolean
  /** Whether the form has one column at any width. */
  readonly compact?: boolean
  readonly language?: ProblemLanguage
  /** The level of its section headings: one below the heading of the form. Default: 3. */
  readonly headingLevel?: number
  /** Said when there is nothing to fill. */
  readonly emptyText?: string
  /** Called when the form is rendered. */
  readonly onReady?: () => void
  /** Called after each change by the user, with a function that returns the values for a draft, valid or not. */
  readonly onChange?: (readDraft: () => JsonValues) => void
  /** Called with valid values of the fields that could be filled. `action` is the value of the button pressed. */
  readonly onSubmit?: (values: JsonValues, action: string | null) => void
  /** Without it, files cannot be added. */
  readonly uploadFile?: UploadFile
  /** Without it, nobody can be chosen where a field names somebody. */
  readonly findChoices?: FindChoices
  /** The display names of users and groups in the values. */
  readonly names?: readonly KnownName[]
  /** The address under which a stored file can be fetched. */
  readonly fileUrl?: (file: FileValue, key: string) => string
}

/**
 * A form to fill, or to read. `Ctrl Enter` submits it; Enter in a field does not, because completing a task by accident
 * cannot be undone.
 */
export function FormView(props: FormViewProps) {
  if (!hasExpressions(props.document)) return <FormBody {...props} expressions={noExpressions} />
  return <FormWithExpressions {...props} />
}

function FormWithExpressions(props: FormViewProps) {
  const language = useFeel()
  if (language === undefined) return <FormSkeleton fields={props.document.view.length} />
  return <PreparedForm {...props} feel={language} />
}

function PreparedForm({ feel: language, ...props }: FormViewProps & { readonly feel: FormLanguage }) {
  const { document } = props
  const expressions: FormExpressions = useMemo(() => prepareExpressions(document, language), [document, language])
  return <FormBody {...props} expressions={expressions} />
}

function FormSkeleton({ fields }: { fields: number }) {
  return (
    <div aria-busy="true">
      {Array.from({ length: Math.min(fields, 6) }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <Skeleton key={index} height={50} mb={12} maw={760} />
      ))}
    </div>
  )
}
