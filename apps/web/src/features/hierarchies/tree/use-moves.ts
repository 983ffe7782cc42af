import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { call } from '../../../lib/api/call.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { findNode, nameOf, type Place, placeNow } from './tree-rows.ts'
import type { UsedLevels } from './use-levels.ts'

interface Move {
  readonly nodeId: string
  readonly place: Place
  readonly isUndo?: boolean
}

/** Returns the functions that move branches, announce their new positions, and undo the last move. */
export function useMoves(id: string, tree: UsedLevels) {
  const { t } = useTranslation()
  const [announced, announce] = useState('')
  const [undone, setUndone] = useState<readonly Move[]>([])
  const moving = useMutation({
    mutationFn: ({ nodeId, place }: Move) =>
      call(api.hierarchies.moveNode, { params: { id, nodeId }, body: { ...place } }),
    onMutate: ({ nodeId }) => ({ before: placeNow(tree.levels, nodeId) }),
    onSuccess: async (moved, { nodeId, place, isUndo = false }, { before }) => {
      if (isUndo) setUndone((moves) => moves.slice(0, -1))
      else if (before !== null) setUndone((moves) => [...moves.slice(-19), { nodeId, place: before, isUndo: true }])
      if (place.parentId !== null) tree.expand(place.parentId)
      await tree.refresh(place.parentId, before?.parentId ?? null)
      const parent = moved.above.at(-1)
      announce(
        parent === undefined
          ? t('positions.movedOut', { name: nameOf(moved, t) })
          : t('positions.movedBelow', { name: nameOf(moved, t), parent: parent.name || t('positions.vacant') }),
      )
    },
    onError: (error) => {
      showToast({ kind: 'error', title: t('positions.moveFailed'), text: describeError(error).message })
      void tree.refreshAll()
    },
  })
  return {
    announced,
    announce,
    isPending: moving.isPending,
    move: (nodeId: string, place: Place) => {
      if (!moving.isPending) moving.mutate({ nodeId, place })
    },
    canUndo: undone.length > 0,
    undo: () => {
      const last = undone.at(-1)
      if (last !== undefined && !moving.isPending) moving.mutate(last)
    },
    nameOf: (nodeId: string) => {
      const node = findNode(tree.levels, nodeId)
      return node === undefined ? '' : nameOf(node, t)
    },
  }
}

export type UsedMoves = ReturnType<typeof useMoves>
