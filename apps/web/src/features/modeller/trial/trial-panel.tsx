import IconX from 'icon:x'
import { ActionIcon, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import sheet from '../../../components/designer-frame/sheet.module.css'
import { ScrollRegion } from '../../../components/scroll-region/scroll-region.tsx'
import { useSession } from '../editor/use-session.ts'
import { RunView } from './run-view.tsx'
import { TestCases } from './test-cases.tsx'
import classes from './trial.module.css'
import { type TriedProcess, useTrial } from './use-trial.ts'

export interface TrialPanelProps {
  readonly process: TriedProcess
  /** Whether the user can change test cases, because nobody else holds the lock. */
  readonly canEdit: boolean
  readonly onClose: () => void
}

/** The panel that tries the current diagram, shown instead of the properties. Trials can be saved as test cases. */
export default function TrialPanel({ process, canEdit, onClose }: TrialPanelProps) {
  const { t } = useTranslation()
  const session = useSession()
  const trial = useTrial(process, session)
  const [tab, setTab] = useState<'run' | 'tests'>('run')
  return (
    <aside className={sheet.panel} aria-label={t('modeller.trial.label')}>
      <header className={`${sheet.header} ${classes.header}`}>
        <h2>{t('modeller.trial.label')}</h2>
        <ActionIcon aria-label={t('modeller.trial.close')} onClick={onClose}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      <div className={classes.tabs}>
        <SegmentedControl
          size="xs"
          fullWidth
          value={tab}
          onChange={(chosen) => setTab(chosen === 'tests' ? 'tests' : 'run')}
          data={[
            { value: 'run', label: t('modeller.trial.run') },
            { value: 'tests', label: t('modeller.trial.tests') },
          ]}
        />
      </div>
      <ScrollRegion className={sheet.body} label={t('modeller.trial.label')}>
        {tab === 'run' ? (
          <RunView trial={trial} process={process} canEdit={canEdit} />
        ) : (
          <TestCases
            process={process}
            canEdit={canEdit}
            onPlay={(steps) => {
              setTab('run')
              trial.replay(steps)
            }}
          />
        )}
      </ScrollRegion>
    </aside>
  )
}
