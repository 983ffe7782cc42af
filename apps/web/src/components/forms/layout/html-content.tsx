import type { ContentProps } from '../layout-props.ts'
import { RichText } from '../rich-text.tsx'

/** HTML that the designer of the form wrote, with a small set of elements. */
export function HtmlContent({ props }: ContentProps) {
  return <RichText html={typeof props.html === 'string' ? props.html : ''} />
}
