import type { Role } from '@millrace/contract'
import type { ComponentType } from 'react'
import type { MenuLabel, SectionId } from './sections.ts'

/** One page: its address, guard, menu entry, breadcrumb, title, help link and palette entry all come from here. */
export interface PageEntry {
  readonly path: `/${string}`
  /** Menu word that is the page's title and the end of its breadcrumb, unless the page names the thing it shows. */
  readonly title: MenuLabel
  readonly section: SectionId | null
  /** One of them is needed. */
  readonly roles: readonly Role[]
  /** The list that leads here. */
  readonly parent?: { readonly path: `/${string}`; readonly title: MenuLabel }
  /** Stands in the menu under its section, for those who see the section. `restricted`: who also passes the guard. */
  readonly inMenu?: true | 'restricted'
  /** Page of the guide, under `/help/`. */
  readonly help?: string
  /** A frame that stays while one page of it gives way to another. */
  readonly layout?: 'tasks'
  /** Nothing to load yet: the page belongs to a later version. */
  readonly load?: () => Promise<{ Page: ComponentType }>
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly page?: PageEntry
  }
}
