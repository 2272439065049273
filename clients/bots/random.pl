#!/usr/bin/perl
# A bot in Perl: it makes a random legal move.
use strict;
use warnings;
use JSON::PP;

$| = 1;
my $json = JSON::PP->new->utf8;

sub answer { print $json->encode({@_}), "\n" }

while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    my $type    = $message->{type};
    if ($type eq "hello") {
        answer(type => "hello", protocol => 1, name => "random.pl");
    }
    elsif ($type eq "go") {
        my @legal = @{ $message->{legal} };
        answer(type => "move", id => $message->{id}, move => $legal[ rand @legal ]);
    }
    last if $type eq "quit";
}
