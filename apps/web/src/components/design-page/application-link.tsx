import { designPaths } from '../../config/design-paths.ts'
import { Link } from '../link/link.tsx'
import classes from './design-bar.module.css'

/** The application of a design, before its name in the bar of a designer. */
export function ApplicationLink({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <span className={classes.application}>
      <Link to={designPaths.application(id)}>{name}</Link>
      <span aria-hidden="true">/</span>
    </span>
  )
}
