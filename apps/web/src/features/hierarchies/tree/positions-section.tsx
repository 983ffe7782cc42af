import '../../../lib/people-texts.ts'
import IconArrowBackUp from 'icon:arrow-back-up'
import IconPlus from 'icon:plus'
import IconSitemap from 'icon:sitemap'
import IconUpload from 'icon:upload'
import { Button } from '@mantine/core'
import type { HierarchyNode } from '@millrace/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../../components/banner/query-failure.tsx'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { SearchInput } from '../../../components/search-input/search-input.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { FoundPositions } from './found-positions.tsx'
import classes from './hierarchy-tree.module.css'
import { HierarchyTree, type NodeAction } from './hierarchy-tree.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { type Edited, NodeDialog } from './node-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { findNode, nameOf } from './tree-rows.ts'
import { useLevels } from './use-levels.ts'
import { useMoves } from './use-moves.ts'

type Asked = { readonly action: 'remove' | 'move'; readonly node: HierarchyNode }

/** The section with the positions of a hierarchy: the tree, a search, and actions on the selected position. */
export function PositionsSection({ id, isLocked }: { id: string; isLocked: boolean }) {
  const { t } = useTranslation()
  const headId = useId()
  const tree = useLevels(id)
  const moves = useMoves(id, tree)
  const [q, setQ] = useState('')
  const [activeId, setActive] = useState<string | null>(null)
  const [movingId, setMoving] = useState<string | null>(null)
  const [edited, setEdited] = useState<Edited | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isImporting, setImporting] = useState(false)
  const active = activeId === null ? undefined : findNode(tree.levels, activeId)

  const act = (action: NodeAction, nodeId: string) => {
    const node = findNode(tree.levels, nodeId)
    if (node === undefined) return
    if (action === 'edit') setEdited({ kind: 'edit', node })
    else if (action === 'add') setEdited({ kind: 'add', below: node })
    else setAsked({ action, node })
  }

  const buttons = isLocked ? null : (
    <>
      <Button leftSection={<IconPlus size={15} stroke={1.6} />} onClick={() => setEdited({ kind: 'add', below: null })}>
        {t('positions.addPosition')}
      </Button>
      <Button leftSection={<IconUpload size={15} stroke={1.6} />} onClick={() => setImporting(true)}>
        {t('positions.importTitle')}
      </Button>
    </>
  )

  return (
    <section className={classes.section} aria-labelledby={headId}>
      <h2 id={headId}>{t('positions.positions', { count: tree.total ?? 0 })}</h2>
      {tree.failed === undefined ? null : <QueryFailure query={tree.failed} title={t('positions.levelFailed')} />}
      {tree.total === 0 ? (
        <EmptyState
          icon={IconSitemap}
          headingLevel={3}
          title={t('positions.emptyTitle')}
          text={t('positions.emptyText')}
          actions={buttons}
        />
      ) : tree.total === undefined ? null : (
        <>
          <div className={classes.tools}>
            <SearchInput label={t('positions.searchPosition')} value={q} onChange={setQ} />
            {moves.canUndo ? (
              <Button
                leftSection={<IconArrowBackUp size={15} stroke={1.6} />}
                loading={moves.isPending}
                onClick={moves.undo}
              >
                {t('positions.undo')}
              </Button>
            ) : null}
            {buttons}
          </div>
          {q === '' ? (
            <>
              <HierarchyTree
                tree={tree}
                moves={moves}
                isLocked={isLocked}
                activeId={activeId}
                onActivate={setActive}
                movingId={movingId}
                onPickUp={setMoving}
                onAct={act}
              />
              {active === undefined ? null : (
                <fieldset className={classes.selected} aria-label={t('positions.selected')}>
                  <span className={classes.selectedName}>{nameOf(active, t)}</span>
                  <Button size="xs" onClick={() => act('edit', active.id)}>
                    {t(isLocked ? 'common.details' : 'positions.edit')}
                  </Button>
                  {isLocked ? null : (
                    <>
                      <Button size="xs" onClick={() => act('add', active.id)}>
                        {t('positions.addHere')}
                      </Button>
                      <Button size="xs" onClick={() => act('move', active.id)}>
                        {t('positions.moveTo')}
                      </Button>
                      <Button size="xs" onClick={() => act('remove', active.id)}>
                        {t('positions.remove')}
                      </Button>
                    </>
                  )}
                </fieldset>
              )}
              <p className={classes.keys}>{t(isLocked ? 'positions.keysLocked' : 'positions.keys')}</p>
            </>
          ) : (
            <FoundPositions
              id={id}
              q={q}
              onChoose={(node) => {
                tree.expand(...node.above.map((one) => one.id))
                setActive(node.id)
                setQ('')
              }}
            />
          )}
        </>
      )}
      <NodeDialog
        id={id}
        edited={edited}
        isLocked={isLocked}
        onClose={() => setEdited(null)}
        onSaved={(node) => {
          setEdited(null)
          setActive(node.id)
          if (node.parentId !== null) tree.expand(node.parentId)
          void tree.refresh(node.parentId)
        }}
      />
      {asked?.action === 'move' ? (
        <MoveDialog
          id={id}
          node={asked.node}
          onClose={() => setAsked(null)}
          onMove={(parentId) => {
            setAsked(null)
            moves.move(asked.node.id, { parentId })
          }}
        />
      ) : null}
      {asked?.action === 'remove' ? (
        <RemoveDialog
          id={id}
          node={asked.node}
          onClose={() => setAsked(null)}
          onRemoved={() => {
            setAsked(null)
            setActive(asked.node.parentId)
            showToast({ kind: 'success', title: t('positions.removed'), text: nameOf(asked.node, t) })
            void tree.refresh(asked.node.parentId)
          }}
        />
      ) : null}
      <ImportDialog
        id={id}
        isOpen={isImporting}
        onClose={() => setImporting(false)}
        onImported={() => {
          setImporting(false)
          void tree.refreshAll()
        }}
      />
    </section>
  )
}
