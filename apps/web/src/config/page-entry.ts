import type { Opening, Role } from '@millrace/contract'
import type { HelpPage } from '@millrace/contract/help-texts'
import type { pageTexts } from '@millrace/contract/page-texts'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { MenuLabel, SectionId } from './sections.ts'

/** The key of the name of a page: of a menu entry, or of a page that is not in the menu. */
export type PageTitle = `menu.${MenuLabel}` | `pages.${keyof typeof pageTexts.pages}`

interface PageFacts {
  readonly path: `/${string}`
  /** The page's title and the end of its breadcrumb, unless the page names the thing it shows. */
  readonly title: PageTitle
  readonly section: SectionId | null
  /**
   * The roles of which one is needed. Empty: all signed-in users, or everybody on a page with the frame `standalone`.
   */
  readonly roles: readonly Role[]
  /** Rights that open the page without a role: it shows what they reach. */
  readonly opensTo?: readonly Opening[]
  /** Page of the guide, under `/help/`, and key of the help text. */
  readonly help: HelpPage
  /** The page that leads here; its own parent comes before it in the breadcrumb. */
  readonly parent?: `/${string}`
  /**
   * The list of such records, where the breadcrumb leads elsewhere. Escape returns to it if users came from it, and the
   * page of a record that no longer exists links to it.
   */
  readonly list?: `/${string}`
  /** Is in the menu under its section, for those who see the section. `restricted`: who also passes the guard. */
  readonly inMenu?: true | 'restricted'
  /** Not in the menu, and yet to be found in the palette. */
  readonly inPalette?: true
  /** Entries that users make themselves stand under this one. */
  readonly views?: 'processes' | 'tasks'
  /**
   * The frame of the page: usually the shell. `tasks` stays when one of its pages replaces another. `designer` has the
   * whole window; `standalone` too, and uses no session if its address says `external`.
   */
  readonly frame?: 'tasks' | 'designer' | 'standalone'
  /** Needs no texts but those that come with the program. */
  readonly hasFirstTexts?: true
  /** Begins to load what the page shows: when the program starts with it, that goes on beside everything else. */
  readonly prefetch?: (client: QueryClient, params: Readonly<Record<string, string | undefined>>) => void
}

/**
 * The description of a page: its address, guard, menu entry, breadcrumb, title, help text, help link and palette entry.
 */
export type PageEntry = PageFacts & PageFile

/** The file that a page comes from. Pages of one feature may share a file, because the first load names each file. */
type PageFile =
  /** Exports the page as `Page`. */
  | { readonly load: () => Promise<{ Page: ComponentType }>; readonly isNamedByHelp?: never }
  /** Exports several pages, each under the name of its help. */
  | { readonly load: () => Promise<Partial<Record<HelpPage, ComponentType>>>; readonly isNamedByHelp: true }

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    readonly page?: PageEntry
    /** The pages that lead to it, from the outermost. */
    readonly trail?: readonly PageEntry[]
    /** The page of its `list`. */
    readonly list?: PageEntry | undefined
  }
}
