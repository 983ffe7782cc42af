import type { ContentProps } from '../layout-props.ts'
import { RichText } from '../rich-text.tsx'

/** HTML of the form's maker, of few elements. */
export function HtmlContent({ props }: ContentProps) {
  return <RichText html={typeof props.html === 'string' ? props.html : ''} />
}
