const font = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif"

/** The colours and fonts with which viewers and the modeller draw diagrams. */
export const drawingOptions = {
  bpmnRenderer: {
    defaultFillColor: 'var(--app-sheet)',
    defaultStrokeColor: 'var(--bp-line)',
    defaultLabelColor: 'var(--app-text-2)',
  },
  textRenderer: {
    defaultStyle: { fontFamily: font, fontSize: 12, fontWeight: 'normal' },
    externalStyle: { fontFamily: font, fontSize: 11 },
  },
} as const
