import Commands
import Testing

@Suite("The metrics for Prometheus") struct PrometheusTests {
    @Test func `metrics in Prometheus' text format have help, a type and samples, each behind the other`() {
        var text = PrometheusText()
        text.gauge("cairn_tasks", "Images.", [([("run", "1")], 3), ([("run", "2")], 0.5)])
        text.gauge("cairn_workers", "Processes.", [([], 1_000_000)])
        #expect(
            text.text == """
                # HELP cairn_tasks Images.
                # TYPE cairn_tasks gauge
                cairn_tasks{run="1"} 3
                cairn_tasks{run="2"} 0.5
                # HELP cairn_workers Processes.
                # TYPE cairn_workers gauge
                cairn_workers 1000000

                """)
    }

    @Test func `metrics in Prometheus' text format escape what would end a label or a line`() {
        var text = PrometheusText()
        text.gauge("a", "back\\slash \"quoted\"\nline", [([("account", "a\"b\\c\nd")], .infinity)])
        #expect(text.text.contains(#"# HELP a back\\slash "quoted"\nline"#), "\(text.text)")
        #expect(text.text.contains(#"a{account="a\"b\\c\nd"} +Inf"#), "\(text.text)")
    }

    @Test func `metrics in Prometheus' text format name no sample twice, and nothing that has none`() {
        var text = PrometheusText()
        text.gauge("none", "Nothing.", [])
        text.gauge("some", "Something.", [([("job", "a")], 1), ([("job", "a")], 2)])
        #expect(!text.text.contains("none") && text.text.hasSuffix("some{job=\"a\"} 1\n"), "\(text.text)")
    }
}
