import { Button } from '@mantine/core'
import { useFormView } from '../form-view-context.ts'
import type { ContentProps } from '../layout-props.ts'
import { useNodeValue } from '../use-node.ts'
import classes from './layout.module.css'

/** A button that the design of a form defines. It is hidden where the form is read-only. */
export function FormButton({ props, instance }: ContentProps) {
  const { store, reset, isReadOnly } = useFormView()
  const isEnabled = useNodeValue(instance, ({ state }) => state.enabled && !state.readOnly)
  const { label, action, outcome, target } = props
  if (isReadOnly) return null
  const shared = { disabled: !isEnabled, children: String(label) }
  if (action === 'submit')
    return (
      <div className={classes.button}>
        <Button {...shared} type="submit" value={typeof outcome === 'string' ? outcome : undefined} />
      </div>
    )
  const press = () => {
    if (action === 'reset') reset()
    else if (typeof target === 'string') store.press(instance, target)
  }
  return (
    <div className={classes.button}>
      <Button {...shared} type="button" variant="default" onClick={press} />
    </div>
  )
}
