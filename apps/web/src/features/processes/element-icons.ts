import {
  IconCircle,
  IconCircleDot,
  IconDiamond,
  IconFileCode,
  IconMail,
  IconPhoneCall,
  IconSettings,
  IconSquareRounded,
  IconSquareRoundedPlus,
  IconTable,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'

const icons: Readonly<Record<string, TablerIcon>> = {
  userTask: IconUser,
  manualTask: IconUser,
  serviceTask: IconSettings,
  scriptTask: IconFileCode,
  businessRuleTask: IconTable,
  sendTask: IconMail,
  receiveTask: IconMail,
  callActivity: IconPhoneCall,
  subProcess: IconSquareRoundedPlus,
  transaction: IconSquareRoundedPlus,
  adHocSubProcess: IconSquareRoundedPlus,
  startEvent: IconCircle,
  endEvent: IconCircle,
}

/** The icon for a kind of element, by its local name in BPMN. */
export function getElementIcon(type: string): TablerIcon {
  const known = icons[type]
  if (known) return known
  if (type.endsWith('Gateway')) return IconDiamond
  return type.endsWith('Event') ? IconCircleDot : IconSquareRounded
}
