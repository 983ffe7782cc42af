import { Input, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { type FieldProps, presentEntry, presentWrapper, textOf } from '../field-props.ts'

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'))

/** Text with headings, lists and emphasis. The editor is loaded with the first form that has one. */
export function RichTextField(props: FieldProps) {
  const { required, disabled, ...wrapper } = presentWrapper(props)
  return (
    <Input.Wrapper {...wrapper} withAsterisk={required} labelElement="div">
      <Suspense fallback={<Skeleton height={140} />}>
        <RichTextEditor
          id={props.id}
          html={presentEntry(props.entry)}
          placeholder={textOf(props.field, 'placeholder')}
          isRequired={required}
          isDisabled={disabled}
          isInvalid={props.error !== undefined}
          onChange={props.onEntry}
          onLeave={props.onLeave}
        />
      </Suspense>
    </Input.Wrapper>
  )
}
