import { useMatches, useParams } from '@tanstack/react-router'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageEntry } from '../../config/page-entry.ts'
import { useListSearch } from '../../lib/list-search.ts'
import type { SearchState } from '../../lib/use-search-state.ts'
import { TrailNames } from './trail-names.ts'

/** A page on the path to the current one. A list keeps its state from the last visit. */
export interface Leading {
  readonly label: string
  readonly to: string
  readonly search: SearchState
}

/** Returns the pages that lead to the current one, from the outermost; the last is the previous page. */
export function useTrail(): readonly Leading[] {
  const trail = useMatches({ select: (matches) => matches.at(-1)?.staticData.trail ?? noPages })
  return trail.map(useLeading())
}

/** Returns the list of records like the current one: that of the page, or else the last page that leads to it. */
export function useList(): Leading | undefined {
  const list = useMatches({ select: (matches) => matches.at(-1)?.staticData.list })
  const describe = useLeading()
  const parent = useTrail().at(-1)
  return list === undefined ? parent : describe(list)
}

function useLeading(): (page: PageEntry) => Leading {
  const { t } = useTranslation()
  const params = useParams({ strict: false })
  const searchOf = useListSearch()
  const names = use(TrailNames)
  return ({ title, path }) => {
    const to = fillPath(path, params)
    return { label: names[path] ?? t(title), to, search: searchOf(to) }
  }
}

const noPages: readonly PageEntry[] = []

/** The address of a page that leads to the current one, with the same values in it. */
function fillPath(path: string, params: Readonly<Record<string, string | undefined>>): string {
  return path.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
