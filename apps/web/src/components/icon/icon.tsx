import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type IconPicture, iconQuery } from '../../lib/queries/icons.ts'
import classes from './icon.module.css'

interface Props {
  /** `icon:set`, such as `home:tabler`; null: none was chosen. */
  readonly value: string | null
  readonly size: number
  /** Instead of an icon that was not chosen or does not exist. */
  readonly fallback?: ReactNode
}

/** An icon by its value, in the colour of the surrounding text. Decorative: its meaning is always also a text. */
export function Icon({ value, size, fallback = null }: Props) {
  const { data, isPending } = useQuery({ ...iconQuery(value), enabled: value !== null })
  if (value !== null && isPending) return <span style={{ width: size, height: size }} className={classes.icon} />
  return data ? <IconImage picture={data} size={size} /> : fallback
}

/**
 * Draws a picture as the mask of a coloured square. The browser treats it as an image, in which nothing runs or is
 * loaded; its markup never becomes part of the page.
 */
export function IconImage({ picture, size }: { picture: IconPicture; size: number }) {
  const { size: box, body } = picture
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box} ${box}">${body}</svg>`
  const mask = `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
  return (
    <span
      className={classes.icon}
      data-drawn
      aria-hidden
      style={{ width: size, height: size, maskImage: mask, WebkitMaskImage: mask }}
    />
  )
}
