import type { ComponentType, SVGProps } from 'react'
import type { Drawing } from './drawing.ts'

interface Props extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  /** The size in pixels; 24 by default. */
  readonly size?: number
  /** The width of the lines of an icon with a width of 24; 2 by default. */
  readonly stroke?: number
}

/** An icon that is imported from `icon:name`. */
export type DrawnIcon = ComponentType<Props>

const line = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/** A Tabler icon in the colour of the surrounding text. Decorative, unless it has a label. */
export function Drawn({ drawing, size = 24, stroke = 2, ...rest }: Props & { readonly drawing: Drawing }) {
  const paint = drawing.isFilled ? { fill: 'currentColor' } : { ...line, strokeWidth: stroke }
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: hidden where it has no label
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden={rest['aria-label'] === undefined || undefined}
      {...paint}
      {...rest}
    >
      {drawing.paths.map((data) => (
        <path key={data} d={data} />
      ))}
    </svg>
  )
}
