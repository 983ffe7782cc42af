import { Button } from '@mantine/core'
import { type Application, api } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { versionsQuery } from '../../components/deployment/deployment-queries.ts'
import { FaultList } from '../../components/deployment/fault-list.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { VersionTable } from '../../components/versions/version-table.tsx'
import { hasCode } from '../../lib/api/api-error.ts'
import { call } from '../../lib/api/call.ts'
import { describeModelFault } from '../../lib/api/describe-fault.ts'
import classes from './applications.module.css'

/** The deployments of an application with their times, and buttons to roll back and to undeploy. */
export function VersionsOfApplication({ application }: { application: Application }) {
  const { t } = useTranslation()
  const { id: appId, name, disabled } = application
  const versions = useQuery(versionsQuery(appId))
  const [asked, setAsked] = useState<number | 'undeploy' | null>(null)
  const rollBack = useMutation({
    mutationFn: (version: number) => call(api.applications.rollBack, { params: { appId, version }, body: {} }),
    onSuccess: ({ version }) => {
      setAsked(null)
      showToast({ kind: 'success', title: t('applications.deployed', { version, name }) })
    },
  })
  const undeploy = useMutation({
    mutationFn: () => call(api.applications.undeploy, { params: { appId } }),
    onSuccess: () => {
      setAsked(null)
      showToast({ kind: 'success', title: t('applications.undeployed', { name }) })
    },
  })
  const rows = versions.data ?? []
  const isDeployed = rows[0] !== undefined && rows[0].undeployed === null
  return (
    <div className={classes.part}>
      <div className={classes.tools}>
        {isDeployed ? (
          <Button
            size="xs"
            onClick={() => {
              undeploy.reset()
              setAsked('undeploy')
            }}
          >
            {t('applications.undeploy')}
          </Button>
        ) : null}
      </div>
      <QueryFailure query={versions} title={t('applications.versionsFailed')} />
      {versions.data === undefined && !versions.isError ? <SkeletonRows count={3} height={40} /> : null}
      {versions.data?.length === 0 ? <p className={classes.none}>{t('applications.noVersions')}</p> : null}
      <VersionTable
        label={t('applications.versions')}
        heads={[
          t('applications.version'),
          t('applications.deployedAt'),
          t('applications.deployedBy'),
          t('applications.note'),
        ]}
        rows={rows.map(({ version, deployedAt, deployedBy, note, restoredFrom, override, undeployed }, index) => ({
          version,
          at: deployedAt,
          by: deployedBy,
          note: (
            <>
              {note ?? (restoredFrom === null ? null : t('applications.restoredFrom', { version: restoredFrom }))}
              {override === null ? null : (
                <div>
                  {t('applications.overridden', { count: override.failedTests.length, reason: override.reason })}
                </div>
              )}
            </>
          ),
          end:
            index === 0 && undeployed === null ? (
              t('applications.isDeployed')
            ) : (
              <>
                {undeployed === null ? null : <span>{t('applications.wasUndeployed')}</span>}
                {disabled === null ? (
                  <Button
                    size="xs"
                    aria-label={t('applications.rollBackNamed', { version })}
                    onClick={() => {
                      rollBack.reset()
                      setAsked(version)
                    }}
                  >
                    {t('applications.rollBack')}
                  </Button>
                ) : null}
              </>
            ),
        }))}
      />
      <ConfirmDialog
        isOpen={typeof asked === 'number'}
        title={t('applications.rollBackTitle', { version: asked ?? '' })}
        action={t('applications.rollBack')}
        isPending={rollBack.isPending}
        error={rollBack.isError ? <RollBackFailure error={rollBack.error} /> : null}
        onConfirm={() => {
          if (typeof asked === 'number') rollBack.mutate(asked)
        }}
        onClose={() => setAsked(null)}
      >
        {t('applications.rollBackText')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asked === 'undeploy'}
        title={t('applications.undeployTitle', { name })}
        action={t('applications.undeployAction')}
        isPending={undeploy.isPending}
        error={
          undeploy.isError ? <ErrorBanner title={t('applications.undeployFailed')} error={undeploy.error} /> : null
        }
        onConfirm={() => undeploy.mutate()}
        onClose={() => setAsked(null)}
      >
        {t('applications.undeployText')}
      </ConfirmDialog>
    </div>
  )
}

function RollBackFailure({ error }: { error: unknown }) {
  const { t } = useTranslation()
  return (
    <>
      <ErrorBanner title={t('applications.deployFailed')} error={error} />
      {hasCode(error, 'deployment.invalid') || hasCode(error, 'application.key-deployed') ? (
        <FaultList
          faults={error.details.map(({ where, message }) => ({ where, message: describeModelFault(message) }))}
        />
      ) : null}
    </>
  )
}
