import { type ContainerProps, ViewNodes } from '../view-nodes.tsx'
import classes from './layout.module.css'

/** What stands in one tab. Its label stands in the tab itself. */
export function TabContent({ node, headingLevel }: ContainerProps) {
  const { help } = node.props
  return (
    <div className={classes.section}>
      {typeof help === 'string' ? <p className={classes.help}>{help}</p> : null}
      <ViewNodes nodes={node.children} headingLevel={headingLevel} />
    </div>
  )
}
