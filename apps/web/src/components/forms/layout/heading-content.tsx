import type { ContentProps } from '../layout-props.ts'
import { HeadingElement } from './heading.tsx'
import classes from './layout.module.css'

/** A heading. Its level depends on its position, not on its size. */
export function HeadingContent({ props, headingLevel }: ContentProps) {
  return (
    <HeadingElement level={headingLevel} className={props.size === 'large' ? classes.large : classes.heading}>
      {typeof props.text === 'string' ? props.text : ''}
    </HeadingElement>
  )
}
