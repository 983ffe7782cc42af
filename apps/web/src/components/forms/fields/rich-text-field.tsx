import { Input, Skeleton } from '@mantine/core'
import { lazyPart } from '../../lazy-part/lazy-part.tsx'
import { type FieldProps, presentEntry, presentWrapper, textOf } from '../field-props.ts'

const RichTextEditor = lazyPart(() => import('./rich-text-editor.tsx'), {
  Instead: () => <Skeleton height={140} />,
  isAwaited: () => true,
})

/** A field for text with headings, lists and emphasis. The editor is loaded with the first form that has one. */
export function RichTextField(props: FieldProps) {
  const { required, disabled, ...wrapper } = presentWrapper(props)
  return (
    <Input.Wrapper {...wrapper} withAsterisk={required} labelElement="div">
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
    </Input.Wrapper>
  )
}
