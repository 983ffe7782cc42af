import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../lib/api/api-error.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { presentTime } from '../../lib/dates.ts'
import { useOnce } from '../../lib/use-once.ts'
import { Banner } from '../banner/banner.tsx'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { Detail } from '../detail/detail.tsx'
import { PageBody } from '../page/page-body.tsx'
import { DisabledBanner } from '../record/disabled-banner.tsx'
import { EditBar } from '../record/edit-bar.tsx'
import { useEdit } from '../record/use-edit.ts'
import { FieldGrid, Section } from '../section/section.tsx'
import { showToast } from '../toast/show-toast.tsx'
import { DesignHistory } from './design-history.tsx'
import type { Designed, DesignKind } from './design-kind.ts'

interface Props<Thing extends Designed, Draft extends object> {
  readonly thing: Thing
  readonly kind: DesignKind<Thing, Draft>
  readonly facts: ReactNode
}

/** The page of a design: lock holder, details and history. */
export function DesignEditor<Thing extends Designed, Draft extends object>({
  thing,
  kind,
  facts,
}: Props<Thing, Draft>) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const keep = useKept(kind.query.queryKey)
  const { name, disabled, editor, revision } = thing
  const edit = useEdit({
    saved: kind.pickDraft(thing),
    revision,
    save: kind.save,
    onSaved: (saved) => {
      keep(saved)
      showToast({ kind: 'success', title: t('designs.saved'), text: saved.name })
    },
  })
  const { draft, error } = edit
  const history = useQuery(kind.history)
  // The facts stand below it on phones: they would move when it comes.
  if (!useOnce(!history.isPending, thing.id))
    return (
      <PageBody>
        <SkeletonRows count={6} height={40} />
      </PageBody>
    )
  return (
    <>
      <Detail facts={facts}>
        <DisabledBanner name={name} disabled={disabled} onRestore={async () => keep(await kind.restore())} />
        {editor === null ? null : (
          <Banner kind="info" title={t('designs.atIt', { name: editor.holder.displayName })}>
            {t('designs.atItSince', { time: presentTime(editor.since) })}
          </Banner>
        )}
        {error === null ? null : (
          <ErrorBanner title={t('designs.saveFailed')} error={error} comfort={t('record.stillHere')} />
        )}
        {hasCode(error, 'thing.changed') || hasCode(error, 'design.changed') ? (
          <div>
            <Button
              size="xs"
              onClick={() => {
                edit.discard()
                for (const { queryKey } of [kind.query, kind.history]) void queryClient.invalidateQueries({ queryKey })
              }}
            >
              {t('designs.loadAgain')}
            </Button>
          </div>
        ) : null}
        <Section title={t('record.details')}>
          <FieldGrid>
            <kind.fields draft={draft} isLocked={disabled !== null} error={error} onChange={edit.change} />
          </FieldGrid>
        </Section>
        <DesignHistory thing={thing} kind={kind} history={history} />
      </Detail>
      <EditBar edit={edit} action={t('designs.save')} isComplete={kind.isComplete(draft)} />
    </>
  )
}
