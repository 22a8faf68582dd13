import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** Records nothing until `startTracing` has registered the exporter. */
const tracer = () => trace.getTracer('isa-api');

/** Runs a call to another system as a span of the current trace. A failure marks the span, without its message. */
export function traceCall<Result>(name: string, attributes: Attributes, run: () => Promise<Result>) {
  return tracer().startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, (span) => endAfter(span, run));
}

/** Like `traceCall`, but never the beginning of a trace: polling jobs would start one for each statement. */
export function traceStatement<Result>(sql: string, run: () => Promise<Result>): Promise<Result> {
  if (!trace.getActiveSpan()?.isRecording()) return run();
  const operation = /^\s*([A-Z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? 'OTHER';
  // Statements contain placeholders; their values are never recorded.
  return traceCall(`database ${operation}`, { 'db.query.text': sql.slice(0, 1_000) }, run);
}

/** Runs the processing of a request as a span whose parent is the caller's, named by `traceparent` (W3C Trace Context). */
export function traceRequest(headers: NodeJS.Dict<string | string[]>, run: (span: Span) => Promise<void>) {
  const parent = propagation.extract(context.active(), headers);
  return tracer().startActiveSpan('request', { kind: SpanKind.SERVER }, parent, (span) =>
    endAfter(span, () => run(span)),
  );
}

/** The headers that continue the current trace in another system; none when tracing is off. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

async function endAfter<Result>(span: Span, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    // The span has no message, which may quote values; the log has it masked, under the same trace id.
    span.setStatus({
      code: SpanStatusCode.ERROR,
      message: error instanceof Error ? error.name : typeof error,
    });
    throw error;
  } finally {
    span.end();
  }
}
