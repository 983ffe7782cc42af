import { api, type StartableProcess } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { t } from '../../lib/i18n.ts'

/**
 * Returns the mutation that marks a process as a favourite, or removes the mark. The star changes immediately, and back
 * if the server refuses.
 */
export function useToggleFavourite() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ key, isFavourite }: StartableProcess) =>
      call(isFavourite ? api.categories.removeFavourite : api.categories.addFavourite, { params: { key } }),
    onMutate: ({ key, isFavourite }) => setFavourite(key, !isFavourite),
    onError: (error, { key, isFavourite }) => {
      setFavourite(key, isFavourite)
      showToast({ kind: 'error', title: t('startProcess.favouriteFailed'), text: describeError(error).message })
    },
  })

  function setFavourite(key: string, isFavourite: boolean): void {
    queryClient.setQueriesData<StartableProcess[]>({ queryKey: keyOf(api.categories.processes) }, (processes) =>
      processes?.map((process) => (process.key === key ? { ...process, isFavourite } : process)),
    )
  }
}

export type ProcessFilter = 'all' | 'favourites' | 'recent' | 'most-used'

export interface CatalogueSection {
  readonly id: string
  readonly kind: 'favourites' | 'category' | 'other' | 'found'
  /** Category name, for `category`. */
  readonly name: string
  readonly processes: readonly StartableProcess[]
}

/**
 * Returns the sections of the catalogue: one list of the results after a search or filter; otherwise favourites, then a
 * section for each category. The page of a category has one section.
 */
export function arrangeCatalogue(
  processes: readonly StartableProcess[],
  { query, filter, categoryName }: { query: string; filter: ProcessFilter; categoryName: string | null },
): CatalogueSection[] {
  if (query !== '' || filter !== 'all' || categoryName !== null) {
    const found = (filter === 'most-used' ? listMostUsed(processes) : processes).filter(
      (process) => matches(process, query) && passes(process, filter),
    )
    if (filter === 'recent') found.sort((a, b) => (b.lastStartedAt ?? '').localeCompare(a.lastStartedAt ?? ''))
    return found.length === 0 ? [] : [{ id: 'found', kind: 'found', name: '', processes: found }]
  }
  const favourites = processes.filter(({ isFavourite }) => isFavourite)
  const sections: CatalogueSection[] = []
  if (favourites.length > 0) sections.push({ id: 'favourites', kind: 'favourites', name: '', processes: favourites })
  const byCategory = Map.groupBy(processes, ({ category }) => category)
  for (const [category, members] of byCategory)
    if (category !== null)
      sections.push({ id: `category ${category}`, kind: 'category', name: category, processes: members })
  const others = byCategory.get(null)
  if (others) {
    // Beside nothing they are not the others.
    const kind = sections.length === 0 ? 'found' : 'other'
    sections.push({ id: 'other', kind, name: '', processes: others })
  }
  return sections
}

/** How many there are at the most: as many as a screen shows. */
const mostUsed = 12

/** Lists the processes that the user has started most often, at least twice. */
export function listMostUsed(processes: readonly StartableProcess[]): StartableProcess[] {
  return processes
    .filter(({ startCount }) => startCount > 1)
    .sort((a, b) => b.startCount - a.startCount)
    .slice(0, mostUsed)
}

function matches({ name, description, key }: StartableProcess, query: string): boolean {
  const text = `${name} ${description ?? ''} ${key}`.toLocaleLowerCase()
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function passes({ isFavourite, lastStartedAt }: StartableProcess, filter: ProcessFilter): boolean {
  if (filter === 'favourites') return isFavourite
  return filter !== 'recent' || lastStartedAt !== null
}
