import IconFileOff from 'icon:file-off'
import { Button } from '@mantine/core'
import { api, linkOverReasons } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { ApiError, hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { presentDateTime } from '../../lib/dates.ts'
import type { Translate } from '../../lib/i18n.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { getTimeZone } from '../../lib/time-zone.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { ActionBar } from '../action-bar/action-bar.tsx'
import { Banner } from '../banner/banner.tsx'
import { FormFailure } from '../banner/form-failure.tsx'
import { QueryFailure } from '../banner/query-failure.tsx'
import { EmptyState } from '../empty-state/empty-state.tsx'
import { isOlder } from '../form-host/draft/is-older.ts'
import { FinishButton } from '../form-host/finish-button.tsx'
import { FormSkeleton, LazyOpenForm } from '../form-host/lazy-form-host.tsx'
import { lazyPart } from '../lazy-part/lazy-part.tsx'
import { PageBody } from '../page/page-body.tsx'
import { PageHeader } from '../page/page-header.tsx'
import { UnsavedGuard } from '../unsaved/unsaved-guard.tsx'
import type { CaptchaHandle } from './captcha-service.tsx'
import classes from './open-form-page.module.css'
import { SaveLater } from './save-later.tsx'
import { usePass } from './use-pass.ts'

const formId = 'open-form'

const CaptchaServiceWidget = lazyPart(() => import('./captcha-service.tsx'))

interface Entered {
  readonly values: Readonly<Record<string, unknown>>
  readonly action: string | null
}

/** The page of a public link with its form, for visitors without an account. */
export function OpenFormPage() {
  const { t } = useTranslation()
  const [{ link: token = '', saved }] = useSearchState()
  const asked = useQuery({
    ...callQuery(api.openForms.get, {
      params: { token },
      query: { timeZone: getTimeZone(), ...(saved === undefined ? {} : { saved }) },
    }),
    // A form that is being filled must not change under the user's hands.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const { data, isError, error } = asked
  const isOver = hasCode(error, 'link.over', 'definition.not-startable')
  if (data !== undefined) return <OpenedForm token={token} saved={saved} opened={data} />
  return (
    <>
      {/* Where nothing can be filled in, nobody is told to. */}
      <PageHeader {...(isError ? { title: t('standalone.formTitle') } : { help: t('standalone.openHelp') })} />
      <PageBody>
        {!isError ? (
          <FormSkeleton />
        ) : isOver || hasCode(error, 'thing.not-found') ? (
          <EmptyState
            icon={IconFileOff}
            title={t(isOver ? 'standalone.overTitle' : 'standalone.goneTitle')}
            text={describeOver(error, t)}
          />
        ) : (
          <QueryFailure query={asked} title={t('standalone.notOpened')} />
        )}
      </PageBody>
    </>
  )
}

/** Returns the reason why a link is no longer valid, as a text for the user. */
function describeOver(error: unknown, t: Translate): string {
  if (hasCode(error, 'thing.not-found')) return t('standalone.goneText')
  return describeReason(error, t) ?? describeError(error).message
}

/** Why the link is over; null where it is something else. */
function describeReason(error: unknown, t: Translate): string | null {
  const stated = error instanceof ApiError ? error.details.find(({ where }) => where === 'reason')?.message : undefined
  const reason = linkOverReasons.find((one) => one === stated)
  return reason === undefined ? null : t(`standalone.over.${reason}`)
}

type Opened = Awaited<ReturnType<typeof call<typeof api.openForms.get>>>

function OpenedForm({ token, saved, opened }: { token: string; saved: string | undefined; opened: Opened }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { processOrTask = '' } = useParams({ strict: false }) as { processOrTask?: string }
  const { name, description, form, hasCaptcha, captchaService, maySave } = opened
  const [isReady, setReady] = useState(false)
  // The same form sent again, because its answer was lost, has come once.
  const [visit] = useState(() => crypto.randomUUID())
  const isUnsent = useRef(false)
  // What was saved, until newer values are chosen in its place.
  const saidBefore = useRef<Readonly<Record<string, unknown>>>(form.draft?.values ?? {})
  const [isOffered, setOffered] = useState(form.draft !== null && isOlder(form.draft, form.basis))
  const read = useRef<() => Readonly<Record<string, unknown>>>(() => saidBefore.current)
  const widget = useRef<CaptchaHandle>(null)
  const solve = async () => {
    if (captchaService === null) return solveOurs(token)
    const solved = widget.current?.take() ?? null
    if (solved === null)
      throw new ApiError({ code: 'captcha.refused', status: 422, message: t('standalone.captchaMissing') })
    return solved
  }
  const passes = usePass({ token, visit, solve: hasCaptcha ? solve : null })
  const send = useMutation({
    mutationFn: async (entered: Entered) => {
      const pass = await passes.current()
      const captcha = hasCaptcha && pass === null ? await solve() : null
      const body = {
        ...entered,
        hash: form.document.hash,
        timeZone: getTimeZone(),
        visit,
        captcha,
        ...(pass === null ? {} : { pass }),
        ...(saved === undefined ? {} : { saved }),
      }
      return call(api.openForms.send, { params: { token }, body })
    },
    onSuccess: ({ receipt }) => {
      isUnsent.current = false
      void navigate({ to: paths.openSuccess(processOrTask), search: { link: token, receipt }, replace: true })
    },
  })
  return (
    <>
      <UnsavedGuard isDirty={() => isUnsent.current} />
      <PageHeader title={name} help={description ?? t('standalone.openHelp')} />
      <PageBody>
        <div className={classes.messages}>
          {send.isError ? (
            <FormFailure
              title={t('standalone.sendFailed')}
              error={send.error}
              reason={describeReason(send.error, t)}
              comfort={t('startForm.inputKept')}
            />
          ) : null}
          {form.draft === null || isOffered ? null : (
            <Banner kind="info" title={t('standalone.saveLater')}>
              {t(form.draft.hash === form.document.hash ? 'standalone.wentOn' : 'standalone.wentOnOther', {
                when: presentDateTime(form.draft.savedAt),
              })}
            </Banner>
          )}
        </div>
        <LazyOpenForm
          id={formId}
          form={form}
          token={token}
          findPass={passes.find}
          error={send.error}
          emptyText={t('startForm.noFields')}
          onReady={() => setReady(true)}
          onChange={(readTyped) => {
            isUnsent.current = true
            read.current = () => ({ ...(isOffered ? {} : saidBefore.current), ...readTyped() })
          }}
          onChosen={(draft) => {
            saidBefore.current = draft
            setOffered(false)
            isUnsent.current = true
          }}
          onSubmit={(values, action) => send.mutate({ values, action })}
        />
        {captchaService === null ? null : <CaptchaServiceWidget service={captchaService} handle={widget} />}
      </PageBody>
      <ActionBar note={send.isPending && hasCaptcha && captchaService === null ? t('standalone.working') : undefined}>
        {maySave ? (
          <SaveLater
            token={token}
            saved={saved}
            hash={form.document.hash}
            readBasis={() => (isOffered && !isUnsent.current ? form.draft?.basis : form.basis?.revision) ?? null}
            read={() => read.current()}
            solve={hasCaptcha ? solve : null}
            onSaved={() => {
              isUnsent.current = false
            }}
          />
        ) : null}
        <FinishButton formId={formId} isReady={isReady}>
          <Button type="submit" form={formId} variant="filled" disabled={!isReady} loading={send.isPending}>
            {t('standalone.send')}
          </Button>
        </FinishButton>
      </ActionBar>
    </>
  )
}

async function solveOurs(token: string): Promise<string> {
  const { solveRiddle } = await loadChunk(() => import('./solve-riddle.ts'))
  return solveRiddle(token)
}
