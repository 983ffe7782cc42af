import type { ContainerProps } from '../layout-props.ts'
import classes from './layout.module.css'

/** A frame with a label, which screen readers read with each field inside. */
export function Fieldset({ node, headingLevel, Nodes }: ContainerProps) {
  const { label, help } = node.props
  return (
    <fieldset className={classes.fieldset}>
      <legend className={classes.legend}>{String(label)}</legend>
      {typeof help === 'string' ? <p className={classes.help}>{help}</p> : null}
      <Nodes nodes={node.children} headingLevel={headingLevel} />
    </fieldset>
  )
}
