import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

interface Props extends ButtonProps {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
  readonly children: ReactNode
}

/** A button that leads to another page: a link, so that it can be opened in a new tab. */
export function LinkButton({ to, search, children, ...props }: Props) {
  return (
    <Button {...props} renderRoot={(root: object) => <Link {...root} to={to} {...(search ? { search } : {})} />}>
      {children}
    </Button>
  )
}
