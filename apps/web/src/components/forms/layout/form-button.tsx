import { Button } from '@mantine/core'
import { useFormView } from '../form-view-context.ts'
import type { ContentProps } from '../layout-props.ts'
import { useNodeValue } from '../use-node.ts'

/** A button of the form's maker. There is none where the form is only read. */
export function FormButton({ props, instance }: ContentProps) {
  const { store, reset, isReadOnly } = useFormView()
  const isEnabled = useNodeValue(instance, ({ state }) => state.enabled && !state.readOnly)
  const { label, action, outcome, target } = props
  if (isReadOnly) return null
  const shared = { disabled: !isEnabled, children: String(label) }
  if (action === 'submit')
    return <Button {...shared} type="submit" value={typeof outcome === 'string' ? outcome : undefined} />
  const press = () => {
    if (action === 'reset') reset()
    else if (typeof target === 'string') store.press(instance, target)
  }
  return <Button {...shared} type="button" variant="default" onClick={press} />
}
