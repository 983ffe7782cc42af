import { api } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { type Categories, categoriesQuery } from './category-queries.ts'
import { numberOf, type Place } from './moves.ts'

export interface Moving {
  readonly move: (id: string, place: Place) => void
  readonly isMoving: boolean
  /** Where the last one has gone, in words, for those who do not see it. */
  readonly announced: string
}

/** Returns the functions that move categories in the tree and announce their new positions. */
export function useMove(): Moving {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [announced, announce] = useState('')
  const moving = useMutation({
    mutationFn: ({ id, place }: { id: string; place: Place }) =>
      call(api.categoryDesigns.move, { params: { id }, body: place }),
    onSuccess: async (_, { id }) => {
      // Asked for anew by what the call touches, or by this where that has not begun yet.
      const { categories } = await client.fetchQuery({ ...categoriesQuery, staleTime: 0 })
      announce(describePlace(categories, id))
    },
    onError: (error) =>
      showToast({ kind: 'error', title: t('categories.moveFailed'), text: describeError(error).message }),
  })
  return {
    move: (id, place) => {
      if (!moving.isPending) moving.mutate({ id, place })
    },
    isMoving: moving.isPending,
    announced,
  }

  function describePlace(categories: Categories['categories'], id: string): string {
    const moved = categories.find((one) => one.id === id)
    if (moved === undefined) return ''
    const parent = categories.find((one) => one.id === moved.parentId)?.name ?? t('categories.underHome')
    const place = t('categories.movedTo', { parent, ...numberOf(categories, id) })
    return t('categories.moved', { name: moved.name, place })
  }
}
