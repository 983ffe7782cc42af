import type { ContainerProps } from '../layout-props.ts'
import classes from './layout.module.css'

/** The content of one tab. Its label is in the tab itself. */
export function TabContent({ node, headingLevel, Nodes }: ContainerProps) {
  const { help } = node.props
  return (
    <div className={classes.section}>
      {typeof help === 'string' ? <p className={classes.help}>{help}</p> : null}
      <Nodes nodes={node.children} headingLevel={headingLevel} />
    </div>
  )
}
