import type { ContentProps } from '../layout-props.ts'
import { HeadingElement } from './heading.tsx'
import classes from './layout.module.css'

/** A heading that stands by itself. Its level is that of its place, whatever its size. */
export function HeadingContent({ props, headingLevel }: ContentProps) {
  return (
    <HeadingElement level={headingLevel} className={props.size === 'large' ? classes.large : classes.heading}>
      {typeof props.text === 'string' ? props.text : ''}
    </HeadingElement>
  )
}
