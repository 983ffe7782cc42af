import { type LinkProps, Link as RouterLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

type Props = Omit<ComponentPropsWithRef<'a'>, 'href'> &
  Pick<LinkProps, 'preload' | 'hash'> & {
    readonly to: string
    readonly search?: Readonly<Record<string, string | undefined>>
  }

/** Only the very address counts as the current one: the router would mark every address above it too. */
const wholeAddress = { exact: true, includeSearch: true } as const
/** And every heading of a page. */
const placeInPage = { ...wholeAddress, includeHash: true } as const

/** A link within the product. */
export function Link(props: Props) {
  return <RouterLink activeOptions={props.hash === undefined ? wholeAddress : placeInPage} {...props} />
}
